//! The forms of submission: JSON Schemas in the platform's dialect (docs/platform.md#post-data).

use serde_json::{Map, Value, json};

use super::lists::{self, List};

/// The form of a category, if the sandbox has the category.
pub(in crate::platform) fn of(category: &str) -> Option<Value> {
    if !lists::CATEGORIES.iter().any(|(slug, _)| *slug == category) {
        return None;
    }
    let price = ("price", true, plain("integer", "قیمت (تومان)"));
    let fields = match category {
        "light" => vec![
            ("brand_model", true, choice("برند و تیپ", category_list(lists::BRAND_MODELS, category))),
            ("color", true, choice("رنگ", category_list(lists::COLORS, category))),
            ("production_year", true, plain("integer", "سال تولید")),
            ("usage", true, plain("integer", "کارکرد (کیلومتر)")),
            ("body_status", false, choice("وضعیت بدنه", lists::BODY_STATUSES)),
            price,
        ],
        "mobile-phones" => vec![
            ("brand_model", true, choice("برند و مدل", category_list(lists::BRAND_MODELS, category))),
            ("color", false, choice("رنگ", category_list(lists::COLORS, category))),
            ("internal_storage", true, choice("حافظهٔ داخلی", lists::INTERNAL_STORAGES)),
            ("ram_memory", false, choice("حافظهٔ رم", lists::RAM_MEMORIES)),
            price,
        ],
        "apartment-rent" => vec![
            ("size", true, plain("integer", "متراژ")),
            ("rooms", true, choice("تعداد اتاق", ROOMS)),
            ("rent", true, plain("integer", "اجاره (تومان)")),
            ("credit", true, plain("integer", "ودیعه (تومان)")),
            ("elevator", false, plain("boolean", "آسانسور")),
            ("parking", false, plain("boolean", "پارکینگ")),
        ],
        "apartment-sell" | "house-villa-sell" => vec![
            ("size", true, plain("integer", "متراژ")),
            ("rooms", true, choice("تعداد اتاق", ROOMS)),
            ("elevator", false, plain("boolean", "آسانسور")),
            ("parking", false, plain("boolean", "پارکینگ")),
            price,
        ],
        _ => vec![("price", false, plain("integer", "قیمت (تومان)"))],
    };
    let required: Vec<_> = fields.iter().filter(|(_, required, _)| *required).map(|(name, ..)| *name).collect();
    let properties: Map<_, _> = fields.iter().map(|(name, _, schema)| ((*name).to_owned(), schema.clone())).collect();
    Some(json!({ "type": "object", "properties": properties, "required": required }))
}

const ROOMS: List =
    &[("بدون اتاق", "بدون اتاق"), ("یک", "یک"), ("دو", "دو"), ("سه", "سه"), ("چهار", "چهار"), ("بیشتر", "بیشتر")];

fn category_list(lists: &[(&str, List)], category: &str) -> List {
    lists::of(lists, category).unwrap_or_default()
}

fn plain(kind: &str, title: &str) -> Value {
    json!({ "type": kind, "title": title })
}

fn choice(title: &str, list: List) -> Value {
    let (slugs, names): (Vec<_>, Vec<_>) = list.iter().copied().unzip();
    json!({ "type": "string", "title": title, "enum": slugs, "enumNames": names })
}
