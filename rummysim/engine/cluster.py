"""Workers of dask.distributed as an executor; loaded only when it is asked for."""

from logging import ERROR
from types import TracebackType
from typing import Any, Self

from rummysim.errors import EngineError, InputError

__all__ = ["DaskExecutor", "dask_executor"]

SECONDS = 30
"""How long a scheduler is waited for."""


class DaskExecutor:
    """Submits chunks to a scheduler; a lost worker's chunks are played by the others. ``with`` closes it."""

    def __init__(self, client: Any, *closed_at_end: Any) -> None:
        self.client = client
        self._closed_at_end = closed_at_end

    @property
    def n_workers(self) -> int:
        """Threads of all workers there are now; at least 1, for more may come."""
        return max(1, int(sum(self.client.nthreads().values())))

    def submit(self, function: Any, *arguments: Any) -> Any:
        """Future of a call; equal calls are not shared."""
        return self.client.submit(function, *arguments, pure=False)

    def close(self) -> None:
        """Leave the scheduler, and end the workers that were started for this."""
        for each in self._closed_at_end:
            each.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def dask_executor(address: Any = None, **options: Any) -> DaskExecutor:
    """Executor on a dask cluster.

    Parameters
    ----------
    address
        Of a scheduler, for example ``"tcp://node1:8786"``; a cluster object or a client of dask.distributed; a number
        of worker processes to start here.
    options
        For ``distributed.Client``.

    Raises
    ------
    InputError
        distributed is not installed (``pip install 'rummysim[dask]'``), or the address is none.
    EngineError
        No scheduler answers there.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError("dask is not installed; it is an extra of rummysim; pip install 'rummysim[dask]'") from None
    make_client: Any = Client
    if isinstance(address, Client):
        return DaskExecutor(address)
    if isinstance(address, int) and not isinstance(address, bool) and address >= 1:
        make_cluster: Any = LocalCluster
        cluster = make_cluster(n_workers=address, threads_per_worker=1, dashboard_address=None, silence_logs=ERROR)
        client = make_client(cluster, **options)
        return DaskExecutor(client, client, cluster)
    is_text = isinstance(address, str)
    if "://" not in address if is_text else not hasattr(address, "scheduler_address"):
        raise InputError(
            f"the address is {address!r}; allowed are the address of a scheduler like tcp://node1:8786, a cluster, a "
            "client and a number of workers; name one, as `dask scheduler` prints it"
        )
    try:
        client = make_client(address, **{"timeout": SECONDS, **options})
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise EngineError(
            f"no scheduler answers at {address} ({reason}); start one with `dask scheduler` and workers with "
            "`dask worker`, or name another address"
        ) from None
    return DaskExecutor(client, client)
