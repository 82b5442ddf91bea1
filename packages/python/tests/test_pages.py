"""Lists that the platform returns a page at a time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import open_platform as op
import pytest
from open_platform import errors

if TYPE_CHECKING:
    from open_platform import AsyncClient, Client
    from open_platform.testing import World


def pay(world: World, client: Client) -> list[str]:
    """Pays five times. Returns the ids, the newest first."""
    tokens = world.issue_tokens("seller", ["PAYMENT_ALL_POSTS_REORDER"])
    user = client.user_with_token(tokens["access_token"])
    post = world.posts("seller")[0]["token"]
    return [user.payments.reorder(post, op.PostPayment(op.new_payment_id())).id for _ in range(5)][::-1]


def test_the_transactions_of_all_pages_come_one_after_the_other(sandbox: World, sandbox_client: Client) -> None:
    paid = pay(sandbox, sandbox_client)
    pages = sandbox_client.payments.iterate_transactions(op.TransactionQuery(2))
    assert not sandbox.requests("payments.transactions")
    assert next(pages).id == paid[0] and next(pages).id == paid[1]
    assert len(sandbox.requests("payments.transactions")) == 1
    assert [transaction.id for transaction in pages] == paid[2:]
    assert len(sandbox.requests("payments.transactions")) == 3

    assert [transaction.id for transaction in sandbox_client.payments.transactions().transactions] == paid
    assert [transaction.id for transaction in sandbox_client.payments.iterate_transactions()] == paid

    pages = sandbox_client.payments.iterate_transactions(op.TransactionQuery(5))
    sandbox.fault({"on": {"endpoint": "payments.transactions"}, "effects": [{"kind": "status", "status": 404}]})
    with pytest.raises(errors.NotFound):
        next(pages)
    assert list(pages) == []


def test_they_come_asynchronously(sandbox: World, sandbox_client: Client, sandbox_async_client: AsyncClient) -> None:
    paid = pay(sandbox, sandbox_client)

    async def found() -> list[str]:
        query = op.TransactionQuery(2)
        return [transaction.id async for transaction in sandbox_async_client.payments.iterate_transactions(query)]

    assert asyncio.run(found()) == paid
