"""The calls of ``payments``. Made from the core by ``open-platform-generator``: do not edit."""

from __future__ import annotations

from .._open_platform import TransactionQuery, check_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import timedelta

    from .._open_platform import (
        Balance,
        PaymentReport,
        Platform,
        PlatformUser,
        PostPayment,
        PostPricing,
        PostReordered,
        Promotion,
        PromotionPayment,
        TicketCheck,
        Transaction,
        TransactionPage,
        ValidTicket,
    )

__all__ = ["Payments", "UserPayments"]


class Payments:
    """The app's balance and its transactions: ``client.payments``."""

    __slots__ = ("_native",)

    def __init__(self, native: Platform) -> None:
        self._native = native

    def balance(self, *, timeout: float | timedelta | None = None) -> Balance:
        """Reads the app's balance, in rial.

        Key permission ``BALANCE_RETRIEVE``. Newer than the specification. Source: ``docs/platform.md#balance``.

        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_balance(timeout=timeout).wait()

    def transactions(
        self, query: TransactionQuery | None = None, *, timeout: float | timedelta | None = None
    ) -> TransactionPage:
        """Lists the app's transactions, the newest first, a page at a time. To read the next page, pass the
        ``next_page_token`` of this one; the last page has none. ``iterate_transactions`` does this for all pages. The
        platform may send an empty page after the last transaction: it counts as the last one, whatever its token. Any
        other page whose ``next_page_token`` is its own is an error, because the list would never end.

        Key permission ``TRANSACTION_LIST``. Newer than the specification. Source: ``docs/platform.md#transactions``.

        :param query: which page of the transactions: by default the newest.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        query = TransactionQuery() if query is None else query
        return self._native.payments_transactions(query, timeout=timeout).wait()

    def iterate_transactions(
        self, query: TransactionQuery | None = None, *, timeout: float | timedelta | None = None
    ) -> Iterator[Transaction]:
        """The transactions of all pages, one after the other: :meth:`transactions` for each page.

        Nothing is sent before the first item is asked for, and the next page only after the items of the page before
        were taken. The iteration ends with the first error. A page with an item that cannot be read gives the others
        first, and then the error.

        :param query: which page of the transactions: by default the newest.
        :param timeout: the time limit of each page, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        query = TransactionQuery() if query is None else query
        while True:
            page = self.transactions(query, timeout=timeout)
            for item in page.transactions:
                yield item
            check_page("payments.transactions", "transactions", page.issues)
            if not page.next_page_token:
                return
            query = type(query).from_dict({**query.to_dict(), "page_token": page.next_page_token})

    def transaction(self, id: str, *, timeout: float | timedelta | None = None) -> Transaction:
        """Reads a transaction by the id that the app chose for it, for example after the response to a payment was
        lost.

        Key permission ``TRANSACTION_RETRIEVE``. Newer than the specification. Source:
        ``docs/platform.md#transactions``.

        :param id: the id that the creation of the add-on returned, or that the app chose for the transaction.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises NotFound: if there is none yet. That does not prove that nothing was or will be paid: repeat the payment
            with the same id.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_transaction(id, timeout=timeout).wait()

    def validate_ticket(self, ticket: TicketCheck, *, timeout: float | timedelta | None = None) -> ValidTicket:
        """Checks whether a payment ticket is valid for a service to a user. The ticket is not used up or locked, so the
        check can be repeated. The platform offers this call by invitation only.

        An invalid ticket is an error of the platform, whose message names one of the documented problems:
        ``TicketProblem``.

        Key permission ``PAYMENT_TICKET_VALIDATE``. Newer than the specification. Source:
        ``docs/platform.md#payment-tickets``.

        :param ticket: the ticket, the price of the service, and the user.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises NotFound: if there is no such ticket, it was used up, or it is for another user or service.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_validate_ticket(ticket, timeout=timeout).wait()


class UserPayments:
    """Payments for the posts of a user: ``client.user(grant).payments``."""

    __slots__ = ("_native",)

    def __init__(self, native: PlatformUser) -> None:
        self._native = native

    def pricing(self, post: str, *, timeout: float | timedelta | None = None) -> PostPricing:
        """Reads the prices of the paid services of a post. A service that is absent is not offered for this post, or
        its price could not be read: then ``issues`` names it.

        Scope ``PAYMENT_ALL_POSTS_PRICING_READ``. Key permission ``POST_PRICING_RETRIEVE``. Newer than the
        specification. Source: ``docs/platform.md#pricing``.

        :param post: the token of the post.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_pricing(post, timeout=timeout).wait()

    def reorder(
        self, post: str, payment: PostPayment, *, timeout: float | timedelta | None = None
    ) -> PostReordered:
        """Moves a post to the top of its lists, paid from the app's balance.

        The request is repeated with the same id if its outcome is unclear, so it is never paid twice. If the outcome
        stays unclear, call it again later with the same id. If that id is then refused as used, read the payment by
        ``Payments.transaction``.

        Scope ``PAYMENT_ALL_POSTS_REORDER``. Key permission ``POST_REORDER``. Newer than the specification. Source:
        ``docs/platform.md#paid-services``.

        :param post: the token of the post.
        :param payment: the payment, with the id that the app chose for it.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. Call it again with the same id: it is
            executed once at most.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_reorder(post, payment, timeout=timeout).wait()

    def renew(self, post: str, payment: PostPayment, *, timeout: float | timedelta | None = None) -> Transaction:
        """Extends a post that is about to expire, paid from the app's balance. Repeated like ``reorder``.

        Scope ``PAYMENT_ALL_POSTS_RENEW``. Key permission ``POST_RENEW``. Newer than the specification. Source:
        ``docs/platform.md#paid-services``.

        :param post: the token of the post.
        :param payment: the payment, with the id that the app chose for it.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. Call it again with the same id: it is
            executed once at most.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_renew(post, payment, timeout=timeout).wait()

    def publish(
        self, post: str, payment: PostPayment, *, timeout: float | timedelta | None = None
    ) -> Transaction:
        """Pays the publication of a post that waits for it, from the app's balance. Repeated like ``reorder``.

        Scope ``SUBMIT_USER_POST``. Key permission ``PUBLISH_USER_POST``. Newer than the specification. Source:
        ``docs/platform.md#paid-services``.

        :param post: the token of the post.
        :param payment: the payment, with the id that the app chose for it.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. Call it again with the same id: it is
            executed once at most.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_publish(post, payment, timeout=timeout).wait()

    def pay_promotion(
        self, post: str, payment: Promotion, *, timeout: float | timedelta | None = None
    ) -> PromotionPayment:
        """Pays a service of a post from the user's wallet.

        The outcome is paid, failed, or reconciling: then the platform does not know it yet. With ``wait_seconds`` the
        call sends a reconciling payment again, with the same id, until the outcome is known, the time has passed, or
        such a request fails: then the payment is returned as reconciling. Send a reconciling payment again later, with
        the same id: it is never paid twice. The request is also repeated with that id if no clear response arrives.

        Scope ``PAY_USER_POST_PROMOTION``. Key permission ``PAY_POST_PROMOTION``. Newer than the specification. Source:
        ``docs/platform.md#wallet-payments``.

        :param post: the token of the post.
        :param payment: the payment, with the id that the app chose for it.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. Call it again with the same id: it is
            executed once at most.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_pay_promotion(post, payment, timeout=timeout).wait()

    def report(self, report: PaymentReport, *, timeout: float | timedelta | None = None) -> None:
        """Reports a payment that the user made to the app. The request is repeated with the same ``reference_id`` if
        its outcome is unclear.

        Scope ``SUBMIT_USER_PAYMENT``. Key permission ``SUBMIT_USER_PAYMENT``. Newer than the specification. Source:
        ``docs/platform.md#user-payments``.

        :param report: what the user paid to the app.
        :param timeout: the time limit of the call, in seconds or as a ``timedelta``, instead of the client's.
        :raises AmbiguousOutcome: if the write may or may not have been executed. Call it again with the same id: it is
            executed once at most.
        :raises OpenPlatformError: like every call, see :mod:`open_platform.errors`.
        """
        return self._native.payments_report(report, timeout=timeout).wait()
