"""The types that are words, for annotations that are resolved while a program runs, and for the stub of the native module.

Made from the core by `cargo run -p open-platform-generator`. Do not edit.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import Literal, Union

Acceptance = Literal["new", "duplicate"]
BusinessRole = Union[Literal["ROLE_ADMIN", "ROLE_AGENT", "ROLE_OWNER"], str]
BusinessTrade = Union[Literal["REAL_ESTATE_BUSINESS", "CAR_BUSINESS", "MARKETPLACE_BUSINESS", "CAR_CONCIERGE_SALE", "PERSONAL", "JOBS_BUSINESS", "PREMIUM_PANEL"], str]
BusinessType = Union[Literal["CAR", "REAL_ESTATE", "JOBS", "MARKETPLACE", "SERVICES", "PERSONAL"], str]
ChangeKind = Literal["renamed", "moved", "dropped", "needs_attention"]
Color = Union[Literal["SUCCESS_PRIMARY", "SUCCESS_SECONDARY", "WARNING_PRIMARY", "WARNING_SECONDARY", "ERROR_PRIMARY"], str]
ConversationType = Union[Literal["POST", "BOT"], str]
CustomButtonType = Union[Literal["ACCOMMODATION_BOOKING", "EXTERNAL_PRODUCT_STORE", "RESUME_SUBMISSION", "ONLINE_CALL"], str]
Cutoff = Literal["handler_timeout", "drain_timeout"]
GrantState = Literal["active", "needs_reauth"]
GrantWarning = Literal["idle", "ends_in_a_week", "ends_in_a_day"]
HttpMethod = Union[Literal["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"], str]
LocationType = Union[Literal["LOCATION_TYPE_EMPTY", "LOCATION_TYPE_EXACT", "LOCATION_TYPE_APPROXIMATE"], str]
LoginStep = Literal["authorize", "callback", "granted", "denied", "failed", "answer"]
Maturity = Union[Literal["EXPERIMENTAL", "ACTIVE", "DEPRECATING_SOON", "DEPRECATED"], str]
NackOutcome = Literal["retry", "dead_letter", "lease_lost"]
OwnPostState = Union[Literal["POST_STATE_IN_PUBLISH_QUEUE", "POST_STATE_PUBLISHED", "POST_STATE_WAITING_FOR_EDIT", "POST_STATE_WAITING_FOR_PAYMENT", "POST_STATE_WAITING_FOR_REVIEW", "POST_STATE_PUBLISHED_AND_EDIT_REJECTED", "POST_STATE_REJECTED", "POST_STATE_DELETED", "POST_STATE_RETIRED"], str]
PayStatus = Union[Literal["PAY_STATUS_PAID", "PAY_STATUS_FAILED", "PAY_STATUS_RECONCILING"], str]
PostState = Union[Literal["PUBLISHED", "REVIEW_REQ", "PAYMENT_REQ", "RETIRED"], str]
PostUpdateType = Union[Literal["PUBLISH", "RETIRE", "ONGOING", "ARCHIVE"], str]
PromotionOperation = Union[Literal["PROMOTION_OPERATION_PUBLISH", "PROMOTION_OPERATION_REORDER", "PROMOTION_OPERATION_RENEW"], str]
SenderSide = Union[Literal["SELLER", "BUYER"], str]
SenderType = Union[Literal["HUMAN", "BOT"], str]
StartSource = Union[Literal["POST_ADDON", "CHAT", "CHAT_MESSAGE_ACTION"], str]
StartVersion = Union[Literal["1", "2"], str]
SubscriptionStatus = Literal["pending", "active", "blocked_scope", "blocked_key", "grant_lost", "lapsed"]
SubscriptionType = Union[Literal["NEW_MESSAGE_ON_POST", "NEW_CHATBOT_MESSAGE", "USER_ACCESS_REVOCATION", "POST_UPDATE", "PAYMENT_TRANSACTION"], str]
TicketProblem = Literal["unknown_app", "missing_user", "cost_too_high", "other_user", "other_service", "unknown_ticket"]
Touchpoint = Union[Literal["MY_POST", "MY_DIVAR", "DIVAR_PRO", "CHAT", "DEMAND_POST"], str]
TransactionState = Union[Literal["TRANSACTION_STATE_PENDING", "TRANSACTION_STATE_COMPLETED", "TRANSACTION_STATE_FAILED", "TRANSACTION_STATE_REFUNDED"], str]
TransactionType = Union[Literal["TRANSACTION_TYPE_REORDER", "TRANSACTION_TYPE_RENEW", "TRANSACTION_TYPE_SUBMIT"], str]
TransportErrorKind = Literal["connect", "tls", "interrupted", "deadline", "too_large", "redirect", "protocol"]
UserSide = Union[Literal["SUPPLY", "DEMAND"], str]
