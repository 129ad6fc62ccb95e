"""Tests that no score is written where a container would lose it, unless somebody wants that."""

import os
from pathlib import Path

import pytest

from scorekeeper.storage.contract import Unusable
from scorekeeper.storage.place import ALLOWED, check_place, in_container, outlasts
from tests.support.server import COMMAND, clean_environment, lead_here, start

DOCKER = """\
1532 1234 0:113 / / rw,relatime master:389 - overlay overlay rw,lowerdir=/var/lib/docker/l/A,upperdir=/var/lib/x
1533 1532 0:116 / /proc rw,nosuid,nodev,noexec,relatime - proc proc rw
1534 1532 0:117 / /dev rw,nosuid - tmpfs tmpfs rw,size=65536k,mode=755
1541 1532 254:1 /var/lib/docker/volumes/scores/_data /data rw,relatime master:1 - ext4 /dev/vda1 rw
1542 1532 254:1 /home/anna/my\\040scores /srv/my\\040scores rw,relatime - ext4 /dev/vda1 rw
1543 1532 0:120 / /data/cache rw,relatime - tmpfs tmpfs rw
"""
"""Linux’s mountinfo in a Docker container with two volumes."""


@pytest.mark.parametrize(
    ("folder", "kept"),
    [
        ("/data", True),
        ("/data/instance", True),
        ("/srv/my scores/instance", True),
        ("/instance", False),
        ("/database", False),
        ("/dev/shm", False),
        ("/data/cache/instance", False),
    ],
)
def test_a_volume_outlasts_its_container_and_nothing_else_does(folder: str, kept: bool) -> None:
    assert outlasts(Path(folder), DOCKER) is kept


def test_a_folder_that_goes_with_its_container_is_refused_unless_that_is_wanted(tmp_path: Path) -> None:
    here = Path("/dev/shm") if os.path.ismount("/dev/shm") else tmp_path
    with pytest.raises(Unusable, match="is lost when this container is removed"):
        check_place(here, {"SCOREKEEPER_CONTAINER": "1"})
    check_place(here, {"SCOREKEEPER_CONTAINER": "1", ALLOWED: "yes"})


def test_the_app_does_not_start_where_the_scores_would_be_thrown_away(tmp_path: Path) -> None:
    environment = clean_environment() | {"SCOREKEEPER_CONTAINER": "1"}
    del environment[ALLOWED]
    words = [*COMMAND, "run", "--host", "127.0.0.1", "--port", "0", "--instance", "/dev/shm/scorekeeper-thrown-away"]
    with start(words, lead_here(environment), tmp_path) as process:
        _, why = process.communicate(30)
    assert process.returncode == 2
    assert "/dev/shm/scorekeeper-thrown-away, which is lost when this container is removed" in why
    assert not Path("/dev/shm/scorekeeper-thrown-away").exists()


def test_a_computer_that_only_bears_the_marks_of_a_container_keeps_its_disk() -> None:
    disk = "24 1 254:0 / / rw,noatime - ext4 /dev/vda rw\n25 24 0:22 / /dev/shm rw - tmpfs tmpfs rw\n"
    assert outlasts(Path("/srv/instance"), disk)
    assert not outlasts(Path("/dev/shm/instance"), disk)


@pytest.mark.parametrize("sign", ["KUBERNETES_SERVICE_HOST", "SCOREKEEPER_CONTAINER"])
def test_a_container_is_known_by_what_it_sets(sign: str) -> None:
    assert in_container({sign: "1"})
