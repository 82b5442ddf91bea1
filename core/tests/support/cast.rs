//! The people and things of a world, and how each row of the endpoint table is called with them.

use std::sync::atomic::{AtomicI64, Ordering};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use open_platform::api::Upload;
use open_platform::api::endpoints;
use open_platform::client::User;
use open_platform::endpoint::{Endpoint, Host, RetryClass};
use open_platform::model::addon::{BusinessAddon, PostAddon, UserAddon};
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::model::legacy::{LegacyMessage, LegacyPostAddon, LegacyUserAddon, LegacyVerification};
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::semantic::{SemanticRecord, UserIdSemanticRecord};
use open_platform::model::widget::TitleRow;
use open_platform::scope::{Object, ScopeKind};
use open_platform::{OpenPlatform, Result, Secret};
use open_platform_sandbox::{NewConversation, World};

/// A small image: start, start of scan, data, end.
pub const JPEG: &[u8] = b"\xff\xd8\xff\xda\x00\x03\x00\x12\x34\xff\xd9";

/// Everyone and everything that the rows need.
pub struct Cast {
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
    callable().filter(|row| row.retry == RetryClass::Unsent)
}

/// The callable rows that may be sent again.
pub fn safe() -> impl Iterator<Item = &'static Endpoint> {
    callable().filter(|row| matches!(row.retry, RetryClass::Safe | RetryClass::SafeOnce))
}

impl Cast {
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

    /// A number that no write has had yet, so that no two writes are the same.
    fn number(&self) -> i64 {
        self.written.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Who calls a row.
    pub fn actor(&self, row: &Endpoint) -> &'static str {
        if row.name == "addons.create_for_business" { "dealer" } else { "seller" }
    }

    /// The scopes of a row, with the identifiers of this world. Any one serves.
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

    /// A user with a new token that holds these scopes.
    pub fn user_with(&self, row: &Endpoint, scopes: Vec<String>) -> User {
        self.platform.user_with_token(self.world.issue_tokens(self.actor(row), scopes).unwrap().access_token)
    }

    /// A user with a new token that holds all a row can need.
    pub fn user(&self, row: &Endpoint) -> User {
        self.user_with(row, self.scopes(row))
    }

    /// Makes what a row deletes.
    pub async fn prepare(&self, row: &Endpoint) {
        let number = || self.number();
        match row.name {
            "addons.delete_for_user" => {
                let user = self.user_with(row, vec!["USER_ADDON_CREATE".into()]);
                let addon = UserAddon::new().widget(TitleRow::new("t")).cost(number());
                user.addons().create_for_user(self.phone.as_str(), addon).await.unwrap();
            }
            "semantics.delete_for_user" | "semantics.delete_for_user_id" | "legacy.verifications.delete" => {
                let user = self.user_with(row, vec!["USER_VERIFICATION_CREATE".into()]);
                let record = SemanticRecord::new().semantic("owner_code", "1").cost(number());
                user.semantics().create_for_user(self.phone.as_str(), record).await.unwrap();
            }
            _ => {}
        }
    }

    /// Calls a row as its own kind of user, with everything it needs.
    pub async fn run(&self, row: &Endpoint) -> Result<()> {
        self.prepare(row).await;
        self.call(row, &self.user(row)).await
    }

    /// Calls the method of a row.
    #[allow(deprecated)]
    pub async fn call(&self, row: &Endpoint, user: &User) -> Result<()> {
        let (platform, post, phone) = (&self.platform, self.post.as_str(), self.phone.as_str());
        let number = self.number();
        let title = TitleRow::new(format!("Checked {number}"));
        let semantic = SemanticRecord::new().semantic("payment_method", "SECURE").cost(number);
        match row.name {
            "users.phone_numbers" => user.users().phone_numbers().await.map(drop),
            "users.me" => user.users().me().await.map(drop),
            "users.id_by_phone" => platform.users().id_by_phone(phone).await.map(drop),
            "posts.get" => platform.posts().get(post).await.map(drop),
            "posts.get_with_ongoing_images" => user.posts().get_with_ongoing_images(post).await.map(drop),
            "images.upload" => platform.images().upload(Upload::bytes(JPEG)).await.map(drop),
            "addons.create_on_post" => {
                user.addons().create_on_post(post, PostAddon::new().widget(title)).await.map(drop)
            }
            "addons.create_for_user" => {
                user.addons().create_for_user(phone, UserAddon::new().widget(title)).await.map(drop)
            }
            "addons.create_for_user_id" => {
                let addon = UserAddon::new().widget(title);
                user.addons().create_for_user_id(self.seller_id.as_str(), addon).await.map(drop)
            }
            "addons.create_for_business" => {
                let addon = BusinessAddon::new().widget(title);
                user.addons().create_for_business(self.business.as_str(), addon).await.map(drop)
            }
            "addons.delete_from_post" => platform.addons().delete_from_post(post).await,
            "addons.delete_for_user" => {
                let id = self.world.user_addons().first().map_or("nothing".to_owned(), |addon| addon.id.clone());
                platform.addons().delete_for_user(id).await
            }
            "semantics.create_for_user" => user.semantics().create_for_user(phone, semantic).await.map(drop),
            "semantics.delete_for_user" => platform.semantics().delete_for_user(phone).await,
            "semantics.create_for_user_id" => {
                let record = UserIdSemanticRecord {
                    phone: phone.into(),
                    semantic: [("owner_code".to_owned(), number.to_string())].into(),
                    ..UserIdSemanticRecord::default()
                };
                user.semantics().create_for_user_id(self.seller_id.as_str(), record).await.map(drop)
            }
            "semantics.delete_for_user_id" => {
                platform.semantics().delete_for_user_id(self.seller_id.as_str(), phone).await
            }
            "semantics.create_for_post" => user.semantics().create_for_post(post, semantic).await.map(drop),
            "conversations.send" => {
                let message = Message::text(format!("message {number}"));
                user.conversations().send(self.conversation.as_str(), message).await.map(drop)
            }
            "conversations.get" => user.conversations().get(self.conversation.as_str()).await.map(drop),
            "chatbot.reply" => {
                let message = BotMessage::text(format!("reply {number}"));
                platform.chatbot().reply(self.bot_conversation.as_str(), message).await.map(drop)
            }
            "chatbot.send" => {
                let message = BotMessage::text(format!("first {number}"));
                user.chatbot().send(self.seller_id.as_str(), message).await.map(drop)
            }
            "events.subscribe" => {
                let wanted = Subscription::new(SubscriptionType::NewMessageOnPost).resource(post);
                user.events().subscribe(wanted).await
            }
            "legacy.addons.create_on_post_by_key" => {
                let addon = PostAddon::new().widget(title);
                platform.legacy().addons().create_on_post_by_key(post, addon).await.map(drop)
            }
            "legacy.addons.create_on_post" => {
                let addon = LegacyPostAddon::new().semantic("owner_code", number.to_string());
                user.legacy().addons().create_on_post(post, addon).await.map(drop)
            }
            "legacy.addons.create_for_user" => {
                let addon = LegacyUserAddon::new(phone).semantic("owner_code", number.to_string());
                user.legacy().addons().create_for_user(phone, addon).await.map(drop)
            }
            "legacy.verifications.create" => {
                let verification = LegacyVerification::new(phone).semantic("owner_code", number.to_string());
                user.legacy().verifications().create(phone, verification).await.map(drop)
            }
            "legacy.verifications.delete" => platform.legacy().verifications().delete(phone).await,
            "legacy.conversations.send" => {
                let (me, peer) = (self.seller_id.as_str(), self.buyer_id.as_str());
                let message = LegacyMessage::text(me, post, peer, format!("old {number}"));
                user.legacy().conversations().send(message).await.map(drop)
            }
            "legacy.events.listen" => {
                let key = Secret::new("an-old-key-of-ours");
                user.legacy().events().listen(post, "http://127.0.0.1:9/old", key).await
            }
            other => panic!("{other} has no method"),
        }
    }
}
