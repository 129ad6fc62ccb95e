"""Rate limits in PostgreSQL: a counter of recent events that all processes share."""

import hashlib
import hmac

from scorekeeper.storage.contract import Storage


class SharedRecent:
    """Counter of the recent events of a kind in the database.

    Simultaneous events may slightly exceed a limit.
    """

    full = False

    def __init__(self, store: Storage, kind: str, seconds: float, most: int) -> None:
        self.store = store
        self.kind = kind
        self.kept = int(1000 * seconds)
        self.most = most
        self._salt = store.secret_key()
        self._added = 0

    def count(self, who: str, now: float) -> int:
        """Return the number of recent events of a client, up to `self.most`.

        It uses the clock of the database and ignores `now`, because the clocks of the app servers may differ.
        """
        # Events in the future date from before the clock was set back.
        sql = (
            "SELECT count(*) FROM (SELECT 1 FROM recent "
            "WHERE kind = ? AND who = ? AND at > milliseconds() - ? AND at <= milliseconds() LIMIT ?) AS rows"
        )
        return int(self.store.query(sql, self.kind, self._digest_client(who), self.kept, self.most)[0][0])

    def add(self, who: str, now: float) -> None:
        """Record an event of a client and, every 64 events, delete old ones."""
        with self.store.transaction() as conn:
            sql = "INSERT INTO recent (kind, who, at) VALUES (?, ?, milliseconds())"
            conn.execute(sql, (self.kind, self._digest_client(who)))
            self._added += 1
            if self._added % 64 == 1:
                sql = "DELETE FROM recent WHERE kind = ? AND (at <= milliseconds() - ? OR at > milliseconds())"
                conn.execute(sql, (self.kind, self.kept))

    def _digest_client(self, who: str) -> str:
        """Return a keyed digest of a client address, so that the address itself is never stored."""
        return hmac.new(self._salt, who.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:24]
