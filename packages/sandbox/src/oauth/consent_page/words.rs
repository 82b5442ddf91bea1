//! The texts of the consent page in English and Persian, and the choice between them.

use axum::http::{HeaderMap, header};
use open_platform::Scope;
use open_platform::scope::Object;

use crate::oauth::problem::PageProblem;

/// A language of the consent page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::oauth) enum Language {
    English,
    Persian,
}

impl Language {
    /// The first language of `ui_locales` that the page has, or else the most wanted one of `Accept-Language`.
    pub(in crate::oauth) fn of(ui_locales: &str, headers: &HeaderMap) -> Self {
        ui_locales.split(' ').find_map(Self::named).or_else(|| Self::accepted(headers)).unwrap_or(Self::English)
    }

    fn named(tag: &str) -> Option<Self> {
        match tag.split(['-', '_']).next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Self::English),
            "fa" => Some(Self::Persian),
            _ => None,
        }
    }

    /// The language with the highest weight (RFC 9110 section 12.5.4). Of two with the same weight, the first.
    fn accepted(headers: &HeaderMap) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for item in headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?.split(',') {
            let (tag, weight) = item.split_once(';').unwrap_or((item, ""));
            let Some(language) = Self::named(tag.trim()) else { continue };
            let weight = weight.trim().strip_prefix("q=").map_or(1.0, |number| number.parse().unwrap_or(0.0));
            if weight > best.map_or(0.0, |(highest, _)| highest) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    }

    pub(super) fn words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::Persian => &PERSIAN,
        }
    }

    /// What a scope lets the app do.
    pub(super) fn purpose(self, scope: &str) -> &'static str {
        let Some(kind) = Scope::from(scope).kind() else { return "" };
        match self {
            Self::English => kind.purpose,
            Self::Persian => in_persian(kind.name).unwrap_or(kind.purpose),
        }
    }

    /// The kind of object that a scope is tied to.
    pub(super) fn object(self, object: Object) -> &'static str {
        match (self, object) {
            (_, Object::None) => "",
            (Self::English, Object::Post) => "Post",
            (Self::English, Object::Conversation | Object::Chat) => "Conversation",
            (Self::English, Object::Business) => "Business",
            (Self::English, Object::App) => "App",
            (Self::Persian, Object::Post) => "آگهی",
            (Self::Persian, Object::Conversation | Object::Chat) => "گفت‌وگو",
            (Self::Persian, Object::Business) => "کسب‌وکار",
            (Self::Persian, Object::App) => "برنامه",
        }
    }

    /// Why the login cannot go on.
    pub(super) fn reason(self, problem: &PageProblem) -> String {
        match self {
            Self::English => problem.to_string(),
            Self::Persian => problem.in_persian(),
        }
    }
}

/// The texts of the page.
pub(super) struct Words {
    pub(super) language: &'static str,
    pub(super) direction: &'static str,
    pub(super) title: &'static str,
    /// What stands before and after the name of the app.
    pub(super) asks: [&'static str; 2],
    pub(super) user: &'static str,
    pub(super) approve: &'static str,
    pub(super) deny: &'static str,
    pub(super) returns: &'static str,
    /// The first text: says that this is a sandbox.
    pub(super) tag: &'static str,
    pub(super) refused: &'static str,
    /// The choices that the platform's own page does not have.
    pub(super) sandbox: &'static str,
    pub(super) sandbox_about: &'static str,
    pub(super) granted: &'static str,
    pub(super) outcome: &'static str,
    /// The texts of [`super::OUTCOMES`].
    pub(super) outcomes: [&'static str; 6],
}

const ENGLISH: Words = Words {
    language: "en",
    direction: "ltr",
    title: "Allow access?",
    asks: ["", "asks for access to your account:"],
    user: "Log in as",
    approve: "Allow",
    deny: "Deny",
    returns: "Either way you return to",
    tag: "Local sandbox: nothing here reaches the real platform.",
    refused: "The login cannot go on",
    sandbox: "Sandbox: what if…",
    sandbox_about: "The platform's own page has no such choices. They count when you press “Allow”.",
    granted: "Access to grant",
    outcome: "What the app receives",
    outcomes: [
        "The code, as always",
        "The code with another state",
        "The code without a state",
        "A code that has expired",
        "The error access_denied",
        "The error server_error",
    ],
};

const PERSIAN: Words = Words {
    language: "fa",
    direction: "rtl",
    title: "دسترسی داده شود؟",
    asks: ["برنامهٔ", "این دسترسی‌ها را به حساب شما می‌خواهد:"],
    user: "ورود با نام",
    approve: "اجازه می‌دهم",
    deny: "رد کردن",
    returns: "در هر دو حال بازمی‌گردید به",
    tag: "محیط آزمایشی محلی (sandbox): هیچ چیز به پلتفرم واقعی نمی‌رسد.",
    refused: "ورود ادامه نمی‌یابد",
    sandbox: "محیط آزمایشی: اگر چنین شود…",
    sandbox_about: "صفحهٔ خود پلتفرم این گزینه‌ها را ندارد. با فشردن «اجازه می‌دهم» به کار می‌آیند.",
    granted: "دسترسی‌هایی که داده می‌شود",
    outcome: "آنچه به برنامه می‌رسد",
    outcomes: [
        "کد، مثل همیشه",
        "کد با state دیگر",
        "کد بدون state",
        "کدی که منقضی شده است",
        "خطای access_denied",
        "خطای server_error",
    ],
};

/// What a scope lets the app do, in Persian.
fn in_persian(scope: &str) -> Option<&'static str> {
    Some(match scope {
        "BUSINESS_ADDON_CREATE" => "افزودن بخش به همهٔ آگهی‌های یک کسب‌وکار.",
        "BUSINESS_CREATE_CUSTOMIZED_BUTTON" => "گذاشتن دکمهٔ سفارشی برای یک کسب‌وکار.",
        "CHAT_BOT_USER_MESSAGE_SEND" => "آغاز گفت‌وگو با شما از سوی ربات برنامه.",
        "CHAT_CONVERSATION_READ" => "خواندن یک گفت‌وگو.",
        "CHAT_MESSAGE_SEND" => "فرستادن پیام به روش قدیمی.",
        "CHAT_POST_CONVERSATIONS_MESSAGE_SEND" => "فرستادن پیام در همهٔ گفت‌وگوهای یک آگهی.",
        "CHAT_POST_CONVERSATIONS_READ" => "دریافت پیام‌های همهٔ گفت‌وگوهای یک آگهی.",
        "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND" => "فرستادن پیام در همهٔ گفت‌وگوهایی که شما فروشنده‌اید.",
        "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ" => "دریافت پیام‌های همهٔ گفت‌وگوهایی که شما فروشنده‌اید.",
        "CONVERSATION_SEND_MESSAGE" => "فرستادن پیام در یک گفت‌وگو.",
        "DELETE_USER_POST" => "حذف هر یک از آگهی‌های شما.",
        "EDIT_USER_POST" => "ویرایش هر یک از آگهی‌های شما.",
        "MANAGEMENT_APPS_READ" => "دیدن یک برنامهٔ کنسول.",
        "MANAGEMENT_APPS_WRITE" => "تغییر یک برنامهٔ کنسول.",
        "NOTIFICATION_ACCESS_REVOCATION" => "باخبر شدن از لغو دسترسی برنامه.",
        "PAYMENT_ALL_POSTS_PRICING_READ" => "دیدن قیمت خدمات پولی.",
        "PAYMENT_ALL_POSTS_RENEW" => "تمدید آگهی‌ها از اعتبار برنامه.",
        "PAYMENT_ALL_POSTS_REORDER" => "نردبان کردن آگهی‌ها از اعتبار برنامه.",
        "PAY_USER_POST_PROMOTION" => "پرداخت هزینهٔ ارتقای آگهی از کیف پول شما.",
        "POST_ADDON_CREATE" => "افزودن بخش به یک آگهی.",
        "POST_EDIT" => "ویرایش یک آگهی.",
        "POST_ONGOING_IMAGES_GET" => "دیدن تصویرهای یک آگهی پیش از انتشار.",
        "POST_SEMANTIC_CREATE" => "ثبت اطلاعات معنایی یک آگهی.",
        "PRO_USER_PROFILE_IMAGE_READ" => "دیدن تصویر نمایهٔ کاربر حرفه‌ای.",
        "SEND_EVENT" => "متعلق به خدمتی که پلتفرم کنار گذاشته است.",
        "SUBMIT_USER_PAYMENT" => "گزارش پرداختی که به برنامه کرده‌اید.",
        "SUBMIT_USER_POST" => "ثبت آگهی از طرف شما و پرداخت هزینهٔ انتشار آن.",
        "USER_ADDON_CREATE" => "افزودن بخش به نمایهٔ شما.",
        "USER_BUSINESSES_READ" => "دیدن کسب‌وکارهای شما.",
        "USER_ID" => "دیدن شناسهٔ شما، که برای هر برنامه جداست.",
        "USER_PHONE" => "دیدن شمارهٔ تلفن شما.",
        "USER_POSTS_ADDON_CREATE" => "افزودن بخش به هر یک از آگهی‌های شما.",
        "USER_POSTS_GET" => "دیدن آگهی‌های شما و دریافت تغییرهای آن‌ها.",
        "USER_POSTS_STATS_READ" => "دیدن آمار آگهی‌های شما.",
        "USER_SEMANTIC_CREATE" | "USER_VERIFICATION_CREATE" => "ثبت اطلاعات معنایی شما.",
        "USER_SEMANTIC_DELETE" => "حذف اطلاعات معنایی شما.",
        "USER_SET_CUSTOMIZED_BUTTON" => "گذاشتن دکمهٔ سفارشی روی آگهی شما.",
        "offline_access" => "نگه داشتن دسترسی وقتی از برنامه استفاده نمی‌کنید.",
        "openid" => "شناسایی شما با OpenID Connect.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use open_platform::scope;

    use super::*;

    #[test]
    fn every_scope_has_a_persian_text() {
        for kind in scope::ALL {
            assert!(in_persian(kind.name).is_some(), "{}", kind.name);
        }
    }

    #[test]
    fn the_language_follows_the_address_and_then_the_browser() {
        for (ui_locales, accepted, expected) in [
            ("", "", Language::English),
            ("fa", "en", Language::Persian),
            ("fa-IR en", "", Language::Persian),
            ("de en", "fa", Language::English),
            ("de", "fa", Language::Persian),
            ("", "fa-IR,fa;q=0.9,en;q=0.8", Language::Persian),
            ("", "en-US,en;q=0.9,fa;q=0.8", Language::English),
            ("", "de, en;q=0.3, fa;q=0.7", Language::Persian),
            ("", "fa;q=0, de", Language::English),
            ("", "fa;q=wrong", Language::English),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted));
            assert_eq!(Language::of(ui_locales, &headers), expected, "{ui_locales:?} {accepted:?}");
        }
    }
}
