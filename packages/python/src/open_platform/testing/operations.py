"""The operations of the sandbox's admin API on one world.

Made from the sandbox by ``open-platform-generator``: do not edit.
"""

# The results of the admin API are `Any` here; their types are those of its OpenAPI description.
# mypy: no-warn-return-any

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from . import admin

if TYPE_CHECKING:
    from ._connection import AdminConnection


class WorldOperations:
    """The operations of the sandbox's admin API on one world. Each raises a :class:`SandboxError` for what the sandbox refuses."""

    def __init__(self, connection: AdminConnection) -> None:
        self._admin = connection

    def add(self, seed: admin.Seed) -> admin.AddedData:
        """Adds users, businesses, posts and conversations. Entries before a refused one are added."""
        return self._admin("POST", "/seed", seed)

    def add_fault(self, fault_rule: admin.FaultRule) -> int:
        """Adds a fault rule.

        :return: Its number in the world.
        """
        return self._admin("POST", "/faults", fault_rule)["id"]

    def add_fault_preset(self, preset: str) -> list[int]:
        """Adds the fault rules of a preset.

        :return: Their numbers in the world.
        """
        return self._admin("POST", f"/faults/presets/{quote(preset, safe='')}")["ids"]

    def addons(self, post: str) -> list[admin.ShownAddon]:
        """The add-ons that the page of a post shows."""
        return self._admin("GET", f"/posts/{quote(post, safe='')}/addons")

    def advance(self, seconds: int) -> admin.FiredJobs:
        """Advances the time, and runs the jobs that become due. It is the time of the platform: the keeper, the
        inbox and the logins of an app go by the clock of their machine.

        :param seconds: Seconds.
        """
        return self._admin("POST", "/clock/advance", {"seconds": seconds})

    def app_settings(self) -> admin.AppSettings:
        """The settings of the app, with its generated credentials."""
        return self._admin("GET", "/app")

    def block(self, block: admin.Block) -> None:
        """Lets one user block another, or ends it: messages between the two are refused with 412."""
        self._admin("PUT", "/blocks", block)

    def businesses(self) -> list[admin.SandboxBusiness]:
        """All businesses."""
        return self._admin("GET", "/businesses")

    def change_money(self, money_change: admin.MoneyChange) -> admin.Money:
        """Changes the balances and the rules of payments. What is absent stays; of rules that are given, absent
        members get their defaults.
        """
        return self._admin("PUT", "/money", money_change)

    def change_post(self, post: str, post_change: admin.PostChange) -> admin.SandboxPost:
        """Changes a post in any stage, and sends an event to the app if it subscribed. Members that are not given
        stay.
        """
        return self._admin("PATCH", f"/posts/{quote(post, safe='')}", post_change)

    def change_switches(self, switch_change: admin.SwitchChange) -> admin.Switches:
        """Changes the given switches. With ``profile``, sets all others to those of the profile."""
        return self._admin("PATCH", "/switches", switch_change)

    def chat_media(self) -> list[admin.SandboxChatMedium]:
        """What the app uploaded for messages of chats, also if no message names it."""
        return self._admin("GET", "/chat-media")

    def clear_faults(self) -> None:
        """Removes all fault rules."""
        self._admin("DELETE", "/faults")

    def click(self, click: admin.Click) -> admin.ClickOutcome:
        """Simulates a click of a user."""
        return self._admin("POST", "/clicks", click)

    def clock(self) -> admin.ClockStatus:
        """The state of the clock, and the planned jobs."""
        return self._admin("GET", "/clock")

    def conversations(self) -> list[admin.SandboxConversation]:
        """All conversations."""
        return self._admin("GET", "/conversations")

    def credentials(self) -> list[admin.CredentialSighting]:
        """The credentials that each host received."""
        return self._admin("GET", "/credentials")

    def custom_buttons(self) -> list[admin.SandboxCustomButton]:
        """The app's custom buttons on posts and of businesses."""
        return self._admin("GET", "/custom-buttons")

    def delete_snapshot(self, snapshot: str) -> None:
        """Deletes a snapshot."""
        self._admin("DELETE", f"/snapshots/{quote(snapshot, safe='')}")

    def deliver(self, body: Any) -> int:
        """Delivers any body as an event.

        :param body: The body to deliver.
        :return: Its number in the world.
        """
        return self._admin("POST", "/deliveries", {"body": body})["delivery"]

    def deliver_sample(self, sample: admin.Sample) -> int:
        """Delivers an event in a documented form that differs from the observed one.

        :param sample: The sample.
        :return: Its number in the world.
        """
        return self._admin("POST", "/deliveries/samples", {"sample": sample})["delivery"]

    def deliveries(self) -> list[admin.Delivery]:
        """All events for the app, with all delivery attempts."""
        return self._admin("GET", "/deliveries")

    def delivery(self, delivery: int) -> admin.Delivery:
        """One event for the app, with all delivery attempts."""
        return self._admin("GET", f"/deliveries/{delivery}")

    def duplicates(self) -> list[admin.DuplicateWrite]:
        """Repeated writes."""
        return self._admin("GET", "/duplicates")

    def expire_access_token(self, token: int) -> None:
        """Expires the access token of a pair."""
        self._admin("POST", f"/tokens/{token}/expire")

    def faults(self) -> list[admin.ActiveFault]:
        """The fault rules in force."""
        return self._admin("GET", "/faults")

    def freeze(self) -> admin.ClockStatus:
        """Freezes the clock. From now on no job runs by itself."""
        return self._admin("POST", "/clock/freeze")

    def http_archive(self) -> Any:
        """The requests as an HTTP archive (HAR 1.2), with the headers and bodies that are kept. Secrets are
        ``[redacted]``.
        """
        return self._admin("GET", "/requests.har")

    def images(self) -> list[admin.SandboxImage]:
        """The uploads of the app: images and videos. Those for chats are in ``chat-media``."""
        return self._admin("GET", "/images")

    def info(self) -> admin.WorldInfo:
        """One world."""
        return self._admin("GET", "")

    def lapses(self) -> list[admin.Lapse]:
        """Subscriptions that ended with their tokens."""
        return self._admin("GET", "/lapses")

    def limits(self) -> list[admin.LimitUse]:
        """How much of each limit the app has used: searches and requests."""
        return self._admin("GET", "/limits")

    def messages(self, conversation: str) -> list[admin.WrittenMessage]:
        """The messages of a conversation, with the buttons of both sides."""
        return self._admin("GET", f"/conversations/{quote(conversation, safe='')}/messages")

    def money(self) -> admin.Money:
        """The money of a world: the app's balance, its transactions, and the rules of payments."""
        return self._admin("GET", "/money")

    def move_post(self, post: str, stage: admin.Stage) -> admin.SandboxPost:
        """Moves a post to another stage.

        :param stage: The new stage.
        """
        return self._admin("PUT", f"/posts/{quote(post, safe='')}/stage", {"stage": stage})

    def own_view(self, post: str) -> admin.OwnView:
        """A post as its owner sees it, with its statistics."""
        return self._admin("GET", f"/posts/{quote(post, safe='')}/own")

    def pause_deliveries(self) -> None:
        """Pauses all deliveries."""
        self._admin("POST", "/deliveries/pause")

    def pending_consents(self) -> list[admin.PendingConsent]:
        """The logins that wait for the user: open consent pages, oldest first."""
        return self._admin("GET", "/consents")

    def post(self, post: str) -> admin.SandboxPost:
        """One post, unless it is archived."""
        return self._admin("GET", f"/posts/{quote(post, safe='')}")

    def posts(self) -> list[admin.SandboxPost]:
        """All posts, in the order they were added, without the archived ones."""
        return self._admin("GET", "/posts")

    def redeliver(self, delivery: int) -> int:
        """Delivers an event again.

        :return: Its number in the world.
        """
        return self._admin("POST", f"/deliveries/{delivery}/redeliver")["delivery"]

    def remove(self) -> None:
        """Deletes a world with all its data. The default world cannot be deleted, because it receives the requests
        that name no world: reset it instead.
        """
        self._admin("DELETE", "")

    def remove_fault(self, fault: int) -> None:
        """Removes a fault rule."""
        self._admin("DELETE", f"/faults/{fault}")

    def request(self, request: int) -> admin.RequestDetails:
        """One request, with the headers and bodies of both sides."""
        return self._admin("GET", f"/requests/{request}")

    def requests(self, endpoint: str | None = None) -> list[admin.RequestRecord]:
        """The latest 10,000 requests of the app, oldest first. With ``limit``: a page of them, newest first.

        :param endpoint: Name of the endpoint, such as ``oauth.refresh``.
        """
        return self._admin("GET", "/requests" if endpoint is None else f"/requests?endpoint={quote(endpoint)}")

    def restore_snapshot(self, snapshot: str) -> admin.WorldInfo:
        """Restores a snapshot, by its name or its number."""
        return self._admin("POST", f"/snapshots/{quote(snapshot, safe='')}/restore")

    def resume_deliveries(self, order: admin.Order | None = None) -> None:
        """Resumes deliveries.

        :param order: In which order they are sent.
        """
        self._admin("POST", "/deliveries/resume", {} if order is None else {"order": order})

    def review_post(self, post: str, review_decision: admin.ReviewDecision) -> admin.OwnView:
        """Ends the review of a post or of its edit now."""
        return self._admin("POST", f"/posts/{quote(post, safe='')}/review", review_decision)

    def reviews(self) -> list[admin.PostReview]:
        """The posts that are in review or whose edit is, and those whose last review did not accept them or their
        edit.
        """
        return self._admin("GET", "/reviews")

    def revoke_access(self, user: str) -> None:
        """Revokes the app's access for a user."""
        self._admin("POST", f"/users/{quote(user, safe='')}/revoke")

    def rotate_tokens(self, token: int) -> admin.TokenPair:
        """Replaces a pair of tokens as if another process of the app had just refreshed it, and returns the new
        pair.
        """
        return self._admin("POST", f"/tokens/{token}/rotate")

    def run_until_idle(self) -> admin.FiredJobs:
        """Advances the time until no delivery and no delayed add-on is left."""
        return self._admin("POST", "/clock/run-until-idle")

    def semantic_of_post(self, post: str) -> admin.StoredRecord:
        """The app's semantic record of a post."""
        return self._admin("GET", f"/posts/{quote(post, safe='')}/semantic")

    def semantic_of_user(self, user: str) -> admin.StoredRecord:
        """The app's semantic record of a user."""
        return self._admin("GET", f"/users/{quote(user, safe='')}/semantic")

    def send_transaction(self, transaction: admin.Transaction) -> None:
        """Sends the event of a changed transaction to the app."""
        self._admin("POST", "/transactions", transaction)

    def set_clock(self, to: str) -> admin.FiredJobs:
        """Sets the time. A later time runs the jobs that become due; an earlier one runs none.

        :param to: The new time.
        """
        return self._admin("POST", "/clock/set", {"to": to})

    def set_custom_button(self, custom_button_change: admin.CustomButtonChange) -> list[admin.SandboxCustomButton]:
        """Sets or removes a custom button on a post or of a business."""
        return self._admin("PUT", "/custom-buttons", custom_button_change)

    def set_limits_used(self, used: dict[str, Any]) -> list[admin.LimitUse]:
        """Sets how much of limits is used, such as 99 of 100 searches.

        :param used: The number by the name of the limit, such as ``searches``. The others stay.
        """
        return self._admin("PUT", "/limits", {"used": used})

    def settle_payment(self, payment: str, end: admin.PaymentEnd) -> admin.Money:
        """Ends a pending transaction, or a payment that is being reconciled, now.

        :param end: The end. A payment from a wallet fails unless it is completed.
        """
        return self._admin("POST", f"/payments/{quote(payment, safe='')}/settle", {"end": end})

    def snapshot_file(self, snapshot: str) -> Any:
        """A snapshot as a file, with the generated credentials of the world. Without the requests and the bytes of
        images.
        """
        return self._admin("GET", f"/snapshots/{quote(snapshot, safe='')}")

    def snapshots(self) -> list[admin.SnapshotInfo]:
        """The kept snapshots, oldest first."""
        return self._admin("GET", "/snapshots")

    def start_backend(self, backend_settings: admin.BackendSettings) -> admin.BackendInfo:
        """Starts the backend of the app, for an app on a phone: ``POST {url}/login``, ``POST {url}/access`` and
        ``{url}/api/…``. A running backend is replaced, and its users are forgotten.
        """
        return self._admin("PUT", "/backend", backend_settings)

    def stop_backend(self) -> bool:
        """Stops the backend of the app.

        :return: Whether a backend was running.
        """
        return self._admin("DELETE", "/backend")["stopped"]

    def subscriptions(self) -> list[admin.ActiveSubscription]:
        """The subscriptions whose access token is valid."""
        return self._admin("GET", "/subscriptions")

    def switches(self) -> admin.Switches:
        """All switches of the world, and its profile."""
        return self._admin("GET", "/switches")

    def take_snapshot(self) -> str:
        """Keeps a snapshot of the world in memory. The latest 32 are kept.

        :return: Its number in the world, as the text that the other operations take.
        """
        return self._admin("POST", "/snapshots")["snapshot"]

    def token_report(self, token: str) -> admin.TokenReport:
        """The report of a token.

        :param token: An access or refresh token.
        """
        return self._admin("POST", "/tokens/report", {"token": token})

    def tokens(self) -> list[admin.TokenReport]:
        """Every pair of tokens of this world, without the tokens."""
        return self._admin("GET", "/tokens")

    def undelivered(self) -> list[admin.Undelivered]:
        """All events that have not reached the app, with the reason: no subscription, no address, a subscription in
        another world, a delivery that failed or is waiting.
        """
        return self._admin("GET", "/undelivered")

    def unfreeze(self) -> admin.ClockStatus:
        """Lets the clock run."""
        return self._admin("POST", "/clock/unfreeze")

    def upcoming(self) -> list[admin.Upcoming]:
        """What happens next, earliest first; at most 1000."""
        return self._admin("GET", "/clock/upcoming")

    def user_addons(self) -> list[admin.SandboxUserAddon]:
        """The app's add-ons on users."""
        return self._admin("GET", "/user-addons")

    def users(self) -> list[admin.SandboxUser]:
        """All users."""
        return self._admin("GET", "/users")

    def wait_for(self, expectation: admin.Expectation) -> admin.WaitResult:
        """Waits until there are enough requests or delivered events, or until the timeout."""
        return self._admin("POST", "/wait", expectation)
