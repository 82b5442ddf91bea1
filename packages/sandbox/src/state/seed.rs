//! The initial data of a world. It is the same for the same seed and name.

use chrono::{DateTime, Utc};
use open_platform::Result;
use open_platform::model::chat::MessageContent;
use serde_json::{Map, Value, json};

use super::State;
use super::conversations::{Author, Draft, NewConversation};
use super::posts::{NewPost, Stage};
use super::users::{NewBusiness, NewUser};

/// The time of the initial data: 2026-01-01T08:00:00Z.
fn morning() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_254_400, 0).unwrap_or(DateTime::UNIX_EPOCH)
}

impl State {
    /// Fills a new world: a seller with five posts, one of them not yet published, a car dealer, a buyer, and a
    /// conversation between buyer and seller.
    pub(super) fn seed(&mut self) -> Result<()> {
        let now = morning();
        for (name, phone) in [("seller", "09120000001"), ("buyer", "09120000002"), ("dealer", "09120000003")] {
            self.users.add(&mut self.ids, NewUser { name: name.into(), phone: phone.into() })?;
        }
        let dealer = NewBusiness {
            owner: "dealer".into(),
            business_type: "CAR".into(),
            business_name: "نمایشگاه خودرو آفتاب".into(),
            ..NewBusiness::default()
        };
        let business = self.users.add_business(&mut self.ids, dealer)?.token;
        let mut phone = String::new();
        for post in posts(&business) {
            let first = phone.is_empty();
            let post = self.posts.add(&self.users, &mut self.ids, now, post)?;
            if first {
                phone.clone_from(&post.token);
            }
        }
        let talk = NewConversation { post: phone, user: "buyer".into(), ..NewConversation::default() };
        let talk = self.conversations.add(&self.users, &self.posts, &mut self.ids, talk)?;
        for (author, text) in [("buyer", "سلام، هنوز موجوده؟"), ("seller", "سلام، بله موجوده 🙂")]
        {
            let draft = Draft { content: MessageContent::Text { text: text.into() }, ..Draft::default() };
            self.write_message(&talk.id, Author::User(author), draft, now);
        }
        Ok(())
    }
}

fn posts(business: &str) -> [NewPost; 6] {
    let of_seller =
        || NewPost { owner: "seller".into(), city: "tehran".into(), chat_enabled: true, ..NewPost::default() };
    [
        NewPost {
            category: "mobile-phones".into(),
            district: "yousef-abad".into(),
            supplier_chat_assistant_enabled: true,
            data: data(json!({
                "title": "گوشی سامسونگ گلکسی S23 در حد نو",
                "description": "کارکرد شش ماه، با جعبه و شارژر.\nبدون خط و خش، رجیستر شده.",
                "brand_model": "Samsung Galaxy S23", "color": "مشکی", "internal_storage": "256GB",
                "ram_memory": "8GB", "originality": "original", "sim_card_slot": "dual", "status": "used",
                "price": { "mode": "مقطوع", "value": 42_000_000 }, "new_price": 42_000_000, "expire_days": 21,
                "images": ["phone-front.jpg", "phone-back.jpg"],
            })),
            ..of_seller()
        },
        NewPost {
            category: "apartment-sell".into(),
            district: "pounak".into(),
            is_phone_hidden: true,
            data: data(json!({
                "title": "آپارتمان ۸۵ متری دو خوابه، پونک",
                "description": "نورگیر، طبقهٔ سوم، دسترسی خوب به مترو.",
                "size": 85, "rooms": "دو", "floor": 3, "elevator": true, "parking": true,
                "price": { "mode": "مقطوع", "value": 9_800_000_000_i64 },
                "images": ["flat.jpg"],
            })),
            ..of_seller()
        },
        NewPost {
            category: "laptops".into(),
            city: "isfahan".into(),
            chat_enabled: false,
            data: data(json!({
                "title": "لپ‌تاپ ۱۴ اینچی با گارانتی",
                "description": "Core i7, 16 GB, SSD 512 GB",
                "brand": "Lenovo", "os": "Windows", "processor": "Core i7", "screen_size": "14",
                "price": { "mode": "توافقی" },
            })),
            ..of_seller()
        },
        NewPost {
            category: "services".into(),
            data: data(json!({ "title": "تعمیر لوازم خانگی در محل", "description": "با ضمانت." })),
            ..of_seller()
        },
        NewPost {
            stage: Stage::InReview,
            category: "home-kitchen".into(),
            data: data(json!({ "title": "میز ناهارخوری شش نفره", "description": "چوب راش." })),
            ongoing_images: vec!["table-1.jpg".into(), "table-2.jpg".into()],
            ..of_seller()
        },
        NewPost {
            owner: "dealer".into(),
            category: "light".into(),
            city: "tehran".into(),
            district: "shahran".into(),
            chat_enabled: true,
            business: business.to_owned(),
            data: data(json!({
                "title": "پژو ۲۰۶ تیپ ۵، مدل ۱۳۹۸",
                "description": "بدون رنگ، بیمهٔ کامل، تک برگ سند.",
                "brand_model": "Peugeot 206 5", "color": "سفید", "production_year": 1398, "usage": 61_000,
                "gearbox": "manual", "fuel_type": "gasoline", "body_status": "intact",
                "price": { "mode": "مقطوع", "value": 780_000_000 },
                "images": ["car.jpg"],
            })),
            ..NewPost::default()
        },
    ]
}

fn data(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
