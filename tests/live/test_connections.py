"""What a connection sends: an answer's head and body go out together, and nothing written is left behind."""

import asyncio
import socket

import pytest

from scorekeeper.live.connections import Together


async def joined() -> tuple[Together, list[bytes], asyncio.Transport, socket.socket]:
    """A connection, a list of what its own transport is handed, that transport, and the other end."""
    here, there = socket.socketpair()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_connection(asyncio.Protocol, sock=here)
    sent: list[bytes] = []
    write = transport.write

    def note(data: bytes) -> None:
        sent.append(data)
        write(data)

    transport.write = note  # type: ignore[method-assign]
    return Together(transport, loop), sent, transport, there


def test_what_is_written_in_one_go_is_sent_at_once() -> None:
    async def run() -> None:
        together, sent, transport, there = await joined()
        together.write(b"head")
        together.write(b"body")
        assert sent == []
        assert together.get_write_buffer_size() == 8
        await asyncio.sleep(0)
        assert sent == [b"headbody"]
        together.write(b"more")
        await asyncio.sleep(0)
        assert sent == [b"headbody", b"more"]
        assert there.recv(99) == b"headbodymore"
        transport.close()
        there.close()

    asyncio.run(run())


@pytest.mark.parametrize("written", [[b"last words"], [b"last", b" words"]])
def test_what_is_written_before_the_end_still_goes_out(written: list[bytes]) -> None:
    async def run() -> None:
        together, _, transport, there = await joined()
        for part in written:
            together.write(part)
        together.close()
        assert transport.is_closing()
        assert there.recv(99) == b"last words"
        await asyncio.sleep(0)  # and nothing is sent again
        assert there.recv(99) == b""
        there.close()

    asyncio.run(run())
