//! Calls the rows of the endpoint table with the users and objects of a world.

use std::sync::atomic::{AtomicI64, Ordering};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform::api::endpoints;
use open_platform::client::User;
use open_platform::endpoint::{Endpoint, Host, RetryClass};
use open_platform::model::addon::UserAddon;
use open_platform::model::money::Rials;
use open_platform::model::payment::new_payment_id;
use open_platform::model::semantic::SemanticRecord;
use open_platform::model::widget::TitleRow;
use open_platform::scope::{Object, ScopeKind};
use open_platform::{OpenPlatform, Result};
use open_platform_sandbox::{MoneyChange, NewConversation, NewPost, PaymentTicket, Service, Stage, World};
use serde_json::{Value, json};

/// A small image: start, start of scan, data, end.
pub const JPEG: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\x34\xff\xd9";

/// Calls endpoints, and has the users and objects that they need.
pub struct EndpointCaller {
    pub world: World,
    pub platform: OpenPlatform,
    pub post: String,
    pub conversation: String,
    pub bot_conversation: String,
    pub business: String,
    pub phone: String,
    pub seller_id: String,
    pub buyer_id: String,
    written: AtomicI64,
}

/// The rows that a client has a method for.
pub fn callable() -> impl Iterator<Item = &'static Endpoint> {
    endpoints::ALL.iter().copied().filter(|row| !matches!(row.host, Host::App | Host::Auth))
}

/// The callable rows that must not be sent twice.
pub fn writes() -> impl Iterator<Item = &'static Endpoint> {
    callable().filter(|row| row.retry == RetryClass::NotProcessed)
}

/// The callable rows that may be sent again.
pub fn safe() -> impl Iterator<Item = &'static Endpoint> {
    callable().filter(|row| matches!(row.retry, RetryClass::Safe | RetryClass::SafeOnce))
}

impl EndpointCaller {
    pub fn new(world: &World, platform: OpenPlatform) -> Self {
        let find = |owner: &str, category: &str| {
            let posts = world.posts();
            posts.into_iter().find(|post| post.owner == owner && post.category == category).unwrap()
        };
        let (post, car) = (find("seller", "mobile-phones"), find("dealer", "light"));
        let talk = world.conversations().into_iter().find(|talk| talk.post() == Some(&post.token)).unwrap();
        let bot = world.conversations().into_iter().find(|talk| talk.post().is_none()).unwrap_or_else(|| {
            world.add_conversation(NewConversation { user: "seller".into(), ..NewConversation::default() }).unwrap()
        });
        let seller = world.user("seller").unwrap();
        Self {
            world: world.clone(),
            platform,
            post: post.token,
            conversation: talk.id,
            bot_conversation: bot.id,
            business: car.business.unwrap().token,
            phone: seller.phone,
            seller_id: seller.id,
            buyer_id: world.user("buyer").unwrap().id,
            written: AtomicI64::new(0),
        }
    }

    /// A number that is different for each write, so that no two writes are the same.
    fn number(&self) -> i64 {
        self.written.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The kind of caller of a row.
    pub fn actor(&self, row: &Endpoint) -> &'static str {
        if ["addons.create_for_business", "custom_buttons.set_on_business", "own_posts.submit"].contains(&row.name) {
            "dealer"
        } else {
            "seller"
        }
    }

    /// The scopes of a row, with the identifiers of this world. Any one of them is enough.
    pub fn scopes(&self, row: &Endpoint) -> Vec<String> {
        if row.name == "events.subscribe" {
            return vec![format!("CHAT_POST_CONVERSATIONS_READ.{}", self.post)];
        }
        row.scopes.iter().map(|kind| self.scope(kind)).collect()
    }

    fn scope(&self, kind: &ScopeKind) -> String {
        let chat = STANDARD.encode(format!("{}:{}:{}", self.seller_id, self.post, self.buyer_id));
        let id = match kind.object {
            Object::None | Object::App => return kind.name.to_owned(),
            Object::Post => &self.post,
            Object::Conversation => &self.conversation,
            Object::Business => &self.business,
            Object::Chat => &chat,
        };
        format!("{}.{id}", kind.name)
    }

    /// A user with a new token that has these scopes.
    pub fn user_with(&self, row: &Endpoint, scopes: Vec<String>) -> User {
        self.platform.user_with_token(self.world.issue_tokens(self.actor(row), scopes).unwrap().access_token)
    }

    /// A user with a new token that has all scopes of a row.
    pub fn user(&self, row: &Endpoint) -> User {
        self.user_with(row, self.scopes(row))
    }

    /// Creates the object that a row deletes.
    pub async fn prepare(&self, row: &Endpoint) {
        let number = || self.number();
        match row.name {
            "addons.delete_for_user" => {
                let user = self.user_with(row, vec!["USER_ADDON_CREATE".into()]);
                let addon = UserAddon::new().widget(TitleRow::new("t")).cost(Rials::new(number()));
                user.addons().create_for_user(self.phone.as_str(), addon).await.unwrap();
            }
            "semantics.delete_for_user" | "semantics.delete_for_user_id" | "legacy.verifications.delete" => {
                let user = self.user_with(row, vec!["USER_VERIFICATION_CREATE".into()]);
                let record = SemanticRecord::new().semantic("owner_code", "1").cost(Rials::new(number()));
                user.semantics().create_for_user(self.phone.as_str(), record).await.unwrap();
            }
            _ => {}
        }
    }

    /// A new post of the seller in this stage.
    fn post_in(&self, stage: Stage) -> String {
        let post = NewPost { owner: "seller".into(), category: "services".into(), stage, ..NewPost::default() };
        self.world.add_post(post).unwrap().token
    }

    /// Adds the ticket of the example.
    fn add_ticket(&self) {
        let uuid = "3fa85f64-5717-4562-b3fc-2c963f66afa6".into();
        let ticket =
            PaymentTicket { uuid, user: "seller".into(), sponsored_rials: 1 << 30, ..PaymentTicket::default() };
        self.world.change_money(MoneyChange { tickets: vec![ticket], ..MoneyChange::default() });
    }

    /// The id of a new transaction.
    fn paid(&self) -> String {
        let id = new_payment_id().unwrap();
        self.world.add_transaction(&self.post, Service::Reorder, &id).unwrap();
        id
    }

    /// Calls a row as the kind of caller that it needs, with everything that it needs.
    pub async fn run(&self, row: &Endpoint) -> Result<()> {
        self.prepare(row).await;
        self.call(row, &self.user(row)).await
    }

    /// Calls the method of a row, with the arguments of its example in `tests/vectors` and the identifiers of this world.
    pub async fn call(&self, row: &Endpoint, user: &User) -> Result<()> {
        let mut arguments = super::vectors::example(row.name).given["arguments"].take();
        self.localize(&mut arguments, self.number());
        if row.name == "addons.delete_for_user" {
            arguments["id"] =
                self.world.user_addons().first().map_or("nothing".into(), |addon| addon.id.clone().into());
        }
        match row.name {
            "payments.transaction" => arguments["id"] = self.paid().into(),
            "payments.renew" => arguments["post_token"] = self.post_in(Stage::Retired).into(),
            "payments.validate_ticket" => self.add_ticket(),
            "own_posts.delete" => arguments["post_token"] = self.post_in(Stage::Published).into(),
            "payments.publish" => arguments["post_token"] = self.post_in(Stage::WaitingForPayment).into(),
            _ => {}
        }
        if row.name == "chatbot.reply" {
            arguments["conversation_id"] = self.bot_conversation.clone().into();
        }
        super::calls::call(&self.platform, user, row.name, &arguments).await.map(drop)
    }

    /// Replaces the identifiers of the example by those of this world, and makes the write different from all earlier ones.
    fn localize(&self, value: &mut Value, number: i64) {
        let members = match value {
            Value::Array(items) => return items.iter_mut().for_each(|item| self.localize(item, number)),
            Value::Object(members) => members,
            _ => return,
        };
        for (name, value) in members {
            *value = match name.as_str() {
                "post_token" | "event_resource_id" => self.post.as_str().into(),
                "conversation_id" => self.conversation.as_str().into(),
                "business_token" => self.business.as_str().into(),
                "user_id" => self.seller_id.as_str().into(),
                "peer_id" => self.buyer_id.as_str().into(),
                "phone" => self.phone.as_str().into(),
                "endpoint" => "http://127.0.0.1:9/old".into(),
                // The images and videos of the examples do not exist here.
                "images" | "image_paths" if value.is_array() => json!([]),
                "video" if value.is_object() => Value::Null,
                // Bytes after the end of an image or video do not matter.
                "image_base64" | "video_base64" => {
                    let mut content = STANDARD.decode(value.as_str().unwrap()).unwrap();
                    content.extend(number.to_be_bytes());
                    STANDARD.encode(content).into()
                }
                "widgets" if value.is_array() => json!([{ "title_row": { "text": format!("Checked {number}") } }]),
                "text" | "message" | "text_message" | "notes" if value.is_string() => format!("text {number}").into(),
                "cost" | "verification_cost" => number.into(),
                "open_direct_link" => format!("https://app.example/{number}").into(),
                "payment" if value["id"].is_string() => {
                    value["id"] = new_payment_id().unwrap().into();
                    continue;
                }
                "title" if value.is_string() => format!("Title {number}").into(),
                "reference_id" => format!("order {number}").into(),
                "query" => json!({}),
                _ => {
                    self.localize(value, number);
                    continue;
                }
            };
        }
    }
}
