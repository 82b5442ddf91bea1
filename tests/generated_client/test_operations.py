"""A client that is generated from the platform's interface description calls the operations of the sandbox.

It uses nothing of this SDK but the sandbox. The official generated SDK is not in the package registry, so the models are
made here, by datamodel-code-generator.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import urllib.request
import uuid
from typing import TYPE_CHECKING, Any

import generate
import pytest
from client import GeneratedClient, Refused
from open_platform.testing import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TICKET = "3fa85f64-5717-4562-b3fc-2c963f66afa6"
WIDGETS = [
    {"title_row": {"text": "Inspected", "has_divider": True}},
    {"score_row": {"title": "Battery", "percentage_score": 80, "score_color": "SUCCESS_PRIMARY", "icon_name": "ADD"}},
    {"selector_row": {"title": "Report", "icon_name": "ADD", "action": {"open_direct_link": "https://app.example/7"}}},
]
BUTTONS = {"rows": [{"buttons": [{"caption": "Pay", "icon": "ADD", "action": {"open_direct_link": "https://app.example"}}]}]}
CUSTOM_BUTTON = {
    "customized_button": {"type": "ONLINE_CALL", "action": {"open_direct_link": "https://app.example/call"}},
}

GENERAL = {
    "category_slug": "light",
    "title": "Car",
    "description": "White",
    "images": [],
    "city": "tehran",
    "location_type": "LOCATION_TYPE_EMPTY",
    "hide_phone": False,
    "chat_enabled": True,
}
#: The members that the form of the category asks for.
CATEGORY_FIELDS = {
    "brand_model": "Peugeot 206 5",
    "color": "سفید",
    "production_year": 1398,
    "usage": 61000,
    "price": 780000000,
}


class Place(GeneratedClient):
    """The client with the users and objects of a world."""

    def __init__(self, *of_client: Any) -> None:
        super().__init__(*of_client)
        posts = self.world.posts()
        self.post = next(one["token"] for one in posts if one["owner"] == "seller" and one["category"] == "mobile-phones")
        car = next(one for one in posts if one["owner"] == "dealer" and one["category"] == "light")
        self.business = car["business"]["token"]
        self.conversation = next(one["id"] for one in self.world.conversations() if "post" in one["about"])
        self.bot_conversation = self.world.add_conversation("seller")["id"]
        self.seller = self.world.user("seller")
        ticket = {"uuid": TICKET, "user": "seller", "sponsored_rials": 1000}
        self.admin("PUT", "/money", {"tickets": [ticket]})

    def admin(self, method: str, path: str, body: Any = None) -> Any:
        """A request to the admin API of the world."""
        address = self.world.settings["sandbox_url"].replace("/worlds/", "/_sandbox/worlds/") + path
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as response:
            return json.load(response)

    def post_in(self, stage: str) -> str:
        """The token of a new post of the seller in this stage."""
        return self.world.add_post("seller", category="services", stage=stage)["token"]

    def submission(self) -> dict[str, Any]:
        """A post of the dealer's business."""
        return {"business_token": self.business, "general_data": GENERAL, "category_fields": CATEGORY_FIELDS}

    def payment(self) -> dict[str, str]:
        """A payment with a new id."""
        return {"id": str(uuid.uuid4()), "extra_details": "order 7"}

    def user_addon(self, operation: str, **parameters: str) -> Any:
        """Creates an add-on for the seller."""
        addon = {"widgets": WIDGETS, "categories": ["light"], "cost": 350000, "semantic": {"vin": "x"}}
        return self(operation, scopes=["USER_ADDON_CREATE"], body=addon, **parameters)

    def semantic(self) -> Any:
        """Creates semantic data of the seller."""
        body = {"phone": self.seller["phone"], "semantic": {"owner_code": "1"}, "cost": 1, "ticket_uuid": TICKET}
        scopes = ["USER_VERIFICATION_CREATE"]
        return self("Semantic_CreateUserSemantic", scopes=scopes, body=body, divar_user_id=self.seller["id"])

    def transaction(self) -> str:
        """The id of a transaction."""
        body = self.payment()
        scopes = ["PAYMENT_ALL_POSTS_REORDER"]
        assert self("Payment_ReorderPost", scopes=scopes, body=body, post_token=self.post).id == body["id"]
        return body["id"]


#: How each operation is called.
CALLS: dict[str, Callable[[Place], Any]] = {
    "Addons_CreateBusinessAddon": lambda it: it(
        "Addons_CreateBusinessAddon",
        user="dealer",
        scopes=[f"BUSINESS_ADDON_CREATE.{it.business}"],
        body={"widgets": WIDGETS},
        business_token=it.business,
    ),
    "Addons_CreatePostAddonV2": lambda it: it(
        "Addons_CreatePostAddonV2",
        scopes=[f"POST_ADDON_CREATE.{it.post}"],
        body={"widgets": WIDGETS, "semantic": {"vin": "x"}, "notes": "order 7"},
        token=it.post,
    ),
    "Addons_CreateUserAddonV2": lambda it: it.user_addon("Addons_CreateUserAddonV2", divar_user_id=it.seller["id"]),
    "Addons_CreateUserAddonV22": lambda it: it.user_addon("Addons_CreateUserAddonV22", phone=it.seller["phone"]),
    "Addons_DeletePostAddon": lambda it: it("Addons_DeletePostAddon", token=it.post),
    "Addons_DeleteUserAddon": lambda it: it(
        "Addons_DeleteUserAddon", id=it.user_addon("Addons_CreateUserAddonV2", divar_user_id=it.seller["id"]).id
    ),
    "Assets_GetBodyStatuses": lambda it: it("Assets_GetBodyStatuses"),
    "Assets_GetBrandModels": lambda it: it("Assets_GetBrandModels", category="light"),
    "Assets_GetCategories": lambda it: it("Assets_GetCategories"),
    "Assets_GetCities": lambda it: it("Assets_GetCities"),
    "Assets_GetColors": lambda it: it("Assets_GetColors", category="light"),
    "Assets_GetDistricts": lambda it: it("Assets_GetDistricts", city_slug="tehran"),
    "Assets_GetDistricts2": lambda it: it("Assets_GetDistricts2", city_slug="tehran"),
    "Assets_GetInternalStorages": lambda it: it("Assets_GetInternalStorages"),
    "Assets_GetMediaUploadURLs": lambda it: it("Assets_GetMediaUploadURLs"),
    "Assets_GetOAuthScopes": lambda it: it("Assets_GetOAuthScopes"),
    "Assets_GetPermissions": lambda it: it("Assets_GetPermissions"),
    "Assets_GetRamMemories": lambda it: it("Assets_GetRamMemories"),
    "Assets_GetServiceTypes": lambda it: it("Assets_GetServiceTypes"),
    "Assets_GetSubmitSchema": lambda it: it("Assets_GetSubmitSchema", category_slug="light"),
    "ChatAPI_ChatBotSendMessage": lambda it: it(
        "ChatAPI_ChatBotSendMessage",
        body={"text_message": "Welcome", "buttons": BUTTONS},
        conversation_id=it.bot_conversation,
    ),
    "ChatAPI_ChatBotSendMessage2": lambda it: it(
        "ChatAPI_ChatBotSendMessage2",
        scopes=["CHAT_BOT_USER_MESSAGE_SEND"],
        body={"text_message": "Welcome"},
        user_id=it.seller["id"],
    ),
    "ChatAPI_ConversationSendMessage": lambda it: it(
        "ChatAPI_ConversationSendMessage",
        scopes=[f"CONVERSATION_SEND_MESSAGE.{it.conversation}"],
        body={"message": "Hello", "sender_buttons": BUTTONS, "receiver_buttons": BUTTONS},
        conversation_id=it.conversation,
    ),
    "ChatAPI_GenerateUploadToken": lambda it: it("ChatAPI_GenerateUploadToken", body={}),
    "ChatAPI_GetConversation": lambda it: it(
        "ChatAPI_GetConversation", scopes=[f"CHAT_CONVERSATION_READ.{it.conversation}"], conversation_id=it.conversation
    ),
    "Events_RegisterEventSubscription": lambda it: it(
        "Events_RegisterEventSubscription",
        scopes=["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"],
        body={"event_type": "NEW_MESSAGE_ON_POST", "metadata": {"shop": "12"}},
    ),
    "Finder_GetPost": lambda it: it("Finder_GetPost", token=it.post),
    "Finder_GetProUserProfileImage": lambda it: it(
        "Finder_GetProUserProfileImage", user="dealer", scopes=["PRO_USER_PROFILE_IMAGE_READ"]
    ),
    "Finder_GetUser": lambda it: it("Finder_GetUser", scopes=["USER_ID", "USER_PHONE"]),
    "Finder_GetUserBusinesses": lambda it: it("Finder_GetUserBusinesses", user="dealer", scopes=["USER_BUSINESSES_READ"]),
    "Finder_GetUserIDByPhone": lambda it: it("Finder_GetUserIDByPhone", body={"phone": it.seller["phone"]}),
    "Finder_GetUserPosts": lambda it: it("Finder_GetUserPosts", scopes=["USER_POSTS_GET"]),
    "Finder_SearchPostV2": lambda it: it(
        "Finder_SearchPostV2", body={"category": "light", "query": {"usage": {"min": "0", "max": "900000"}}}
    ),
    "PaymentTicket_Validate": lambda it: it(
        "PaymentTicket_Validate", body={"ticket_uuid": TICKET, "service_cost": 1000, "user_id": it.seller["id"]}
    ),
    "Payment_GetBalance": lambda it: it("Payment_GetBalance"),
    "Payment_GetPostPricing": lambda it: it(
        "Payment_GetPostPricing", scopes=["PAYMENT_ALL_POSTS_PRICING_READ"], post_token=it.post
    ),
    "Payment_GetTransaction": lambda it: it("Payment_GetTransaction", id=it.transaction()),
    "Payment_ListTransactions": lambda it: it("Payment_ListTransactions", page_size="1"),
    "Payment_PayPostPromotion": lambda it: it(
        "Payment_PayPostPromotion",
        scopes=["PAY_USER_POST_PROMOTION"],
        body={"id": str(uuid.uuid4()), "operation": "PROMOTION_OPERATION_REORDER"},
        post_token=it.post,
    ),
    "Payment_PublishUserPost": lambda it: it(
        "Payment_PublishUserPost",
        scopes=["SUBMIT_USER_POST"],
        body=it.payment(),
        post_token=it.post_in("waiting_for_payment"),
    ),
    "Payment_RenewPost": lambda it: it(
        "Payment_RenewPost", scopes=["PAYMENT_ALL_POSTS_RENEW"], body=it.payment(), post_token=it.post_in("retired")
    ),
    "Payment_ReorderPost": lambda it: it.transaction(),
    "Payment_SubmitUserPayment": lambda it: it(
        "Payment_SubmitUserPayment",
        scopes=["SUBMIT_USER_PAYMENT"],
        body={"amount_rials": "1000", "profit_rials": "10", "reference_id": "order 7", "services": ["POST_REORDER"]},
    ),
    "Post_CanUserSubmitPost": lambda it: it("Post_CanUserSubmitPost", scopes=["SUBMIT_USER_POST"]),
    "Post_CreateBusinessCustomizedButton": lambda it: it(
        "Post_CreateBusinessCustomizedButton",
        user="dealer",
        scopes=[f"BUSINESS_CREATE_CUSTOMIZED_BUTTON.{it.business}"],
        body=CUSTOM_BUTTON,
        business_token=it.business,
    ),
    "Post_DeleteBusinessCustomizedButton": lambda it: it(
        "Post_DeleteBusinessCustomizedButton", business_token=it.business
    ),
    "Post_DeletePostCustomizedButton": lambda it: it(
        "Post_DeletePostCustomizedButton", scopes=["USER_SET_CUSTOMIZED_BUTTON"], post_token=it.post
    ),
    "Post_DeleteUserPost": lambda it: it(
        "Post_DeleteUserPost", scopes=["DELETE_USER_POST"], post_token=it.post_in("published")
    ),
    "Post_EditPost": lambda it: it(
        "Post_EditPost",
        scopes=[f"POST_EDIT.{it.post}"],
        body={"title": "Phone", "description": "Black", "image_paths": []},
        post_token=it.post,
    ),
    "Post_EditPostV2": lambda it: it(
        "Post_EditPostV2",
        scopes=["EDIT_USER_POST"],
        body={"category_data": {"color": "black"}, "update_mask": ["category_data.color"]},
        post_token=it.post,
    ),
    "Post_GetImageUploadURL": lambda it: it("Post_GetImageUploadURL"),
    "Post_GetPostStats": lambda it: it("Post_GetPostStats", scopes=["USER_POSTS_STATS_READ"], post_token=it.post),
    "Post_GetUploadURLsV2": lambda it: it("Post_GetUploadURLsV2"),
    "Post_GetUserPost": lambda it: it("Post_GetUserPost", scopes=["USER_POSTS_GET"], token=it.post),
    "Post_SetPostCustomizedButton": lambda it: it(
        "Post_SetPostCustomizedButton", scopes=["USER_SET_CUSTOMIZED_BUTTON"], body=CUSTOM_BUTTON, post_token=it.post
    ),
    "Post_SubmitPostV2": lambda it: it(
        "Post_SubmitPostV2", body={**it.submission(), "landline_numbers": ["02112345678"]}
    ),
    "Post_SubmitUserPost": lambda it: it(
        "Post_SubmitUserPost", user="dealer", scopes=["SUBMIT_USER_POST"], body=it.submission()
    ),
    "Semantic_CreatePostSemantic": lambda it: it(
        "Semantic_CreatePostSemantic",
        scopes=[f"POST_SEMANTIC_CREATE.{it.post}"],
        body={"semantic": {"ownership_result": "OWNERSHIP_CONFIRMED"}, "cost": 1},
        token=it.post,
    ),
    "Semantic_CreateUserSemantic": lambda it: it.semantic(),
    "Semantic_DeleteUserSemantic": lambda it: (
        it.semantic(),
        it("Semantic_DeleteUserSemantic", divar_user_id=it.seller["id"], phone=it.seller["phone"]),
    )[1],
}


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return generate.models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def place(models: Any) -> Iterator[Place]:
    with start_sandbox() as sandbox:
        yield Place(models, sandbox.world())


@pytest.mark.parametrize("operation", CALLS)
def test_an_answer_is_read_by_its_model(place: Place, operation: str) -> None:
    CALLS[operation](place)
    assert operation in place.called


def test_an_error_is_read_by_its_model(place: Place) -> None:
    with pytest.raises(Refused) as refused:
        place("Finder_GetPost", token="nothing1")
    assert refused.value.status == 404 and refused.value.error.code == 5


def test_every_operation_of_the_sandbox_is_called() -> None:
    command = pathlib.Path(sys.executable).with_name("open-platform")
    rows = json.loads(subprocess.check_output([command, "endpoints", "--json"]))

    def shape(method: str, path: str) -> tuple[str, list[str]]:
        return method, ["{}" if part.startswith("{") else part for part in path.split("/")]

    played = [shape(row["method"], row["path"]) for row in rows]
    operations = generate.document().values()
    assert set(CALLS) == {one["id"] for one in operations if shape(one["method"], one["path"]) in played}
