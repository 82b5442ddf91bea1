//! The values: a few of each list, in the form of the platform's.

/// Pairs of a slug and its name for people.
pub(super) type List = &'static [(&'static str, &'static str)];

/// The list of a category or city.
pub(super) fn of(lists: &[(&str, List)], slug: &str) -> Option<List> {
    lists.iter().find(|(of, _)| *of == slug).map(|(_, list)| *list)
}

pub(super) const CATEGORIES: List = &[
    ("apartment-rent", "اجارهٔ آپارتمان"),
    ("apartment-sell", "فروش آپارتمان"),
    ("furniture-and-home-decore", "مبلمان و صنایع چوب"),
    ("game-consoles-and-video-games", "کنسول و بازی ویدئویی"),
    ("home-kitchen", "خانه و آشپزخانه"),
    ("house-villa-sell", "فروش خانه و ویلا"),
    ("jobs", "استخدام و کاریابی"),
    ("laptops", "رایانهٔ همراه"),
    ("light", "سواری و وانت"),
    ("mobile-phones", "موبایل"),
    ("motorcycles", "موتورسیکلت"),
    ("personal-goods", "وسایل شخصی"),
    ("services", "خدمات"),
    ("tablet", "تبلت"),
];

pub(super) const CITIES: List = &[
    ("ahvaz", "اهواز"),
    ("isfahan", "اصفهان"),
    ("karaj", "کرج"),
    ("kerman", "کرمان"),
    ("mashhad", "مشهد"),
    ("qom", "قم"),
    ("rasht", "رشت"),
    ("shiraz", "شیراز"),
    ("tabriz", "تبریز"),
    ("tehran", "تهران"),
    ("yazd", "یزد"),
];

pub(super) const DISTRICTS: &[(&str, List)] = &[
    ("isfahan", &[("chaharbagh", "چهارباغ"), ("jolfa", "جلفا"), ("khane-esfahan", "خانه اصفهان")]),
    ("karaj", &[("azimiyeh", "عظیمیه"), ("gohardasht", "گوهردشت"), ("mehrshahr", "مهرشهر")]),
    ("mashhad", &[("ahmadabad", "احمدآباد"), ("ghasemabad", "قاسم‌آباد"), ("sajjad", "سجاد")]),
    ("shiraz", &[("ghasrodasht", "قصردشت"), ("maaliabad", "معالی‌آباد"), ("zerehi", "زرهی")]),
    (
        "tehran",
        &[
            ("ekbatan", "اکباتان"),
            ("jordan", "جردن"),
            ("narmak", "نارمک"),
            ("pounak", "پونک"),
            ("saadat-abad", "سعادت‌آباد"),
            ("shahran", "شهران"),
            ("tehranpars", "تهرانپارس"),
            ("yousef-abad", "یوسف‌آباد"),
        ],
    ),
];

/// The categories of phones and cars: no others have these lists.
pub(super) const BRAND_MODELS: &[(&str, List)] = &[
    (
        "light",
        &[
            ("Dena Plus", "دنا پلاس"),
            ("Peugeot 206 5", "پژو ۲۰۶ تیپ ۵"),
            ("Peugeot Pars", "پژو پارس"),
            ("Pride 131", "پراید ۱۳۱"),
            ("Quick R", "کوییک R"),
            ("Samand LX", "سمند LX"),
            ("Tiba 2", "تیبا ۲"),
        ],
    ),
    (
        "mobile-phones",
        &[
            ("Apple iPhone 13", "اپل iPhone 13"),
            ("Apple iPhone 15 Pro", "اپل iPhone 15 Pro"),
            ("Nokia 105", "نوکیا 105"),
            ("Samsung Galaxy A54", "سامسونگ Galaxy A54"),
            ("Samsung Galaxy S23", "سامسونگ Galaxy S23"),
            ("Xiaomi Redmi Note 12", "شیائومی Redmi Note 12"),
        ],
    ),
];

const CAR_COLORS: List =
    &[("آبی", "آبی"), ("خاکستری", "خاکستری"), ("سفید", "سفید"), ("قرمز", "قرمز"), ("مشکی", "مشکی")];
const PHONE_COLORS: List = &[("آبی", "آبی"), ("بنفش", "بنفش"), ("سفید", "سفید"), ("طلایی", "طلایی"), ("مشکی", "مشکی")];

pub(super) const COLORS: &[(&str, List)] = &[("light", CAR_COLORS), ("mobile-phones", PHONE_COLORS)];

/// All values of the platform's documents (docs/platform.md#post-data).
pub(super) const BODY_STATUSES: List = &[
    ("intact", "سالم و بی‌خط و خش"),
    ("some-scratches", "خط و خش جزیی"),
    ("paintless-dent-removal", "صافکاری بی‌رنگ"),
    ("one-spot-paint", "رنگ‌شدگی، در ۱ ناحیه"),
    ("two-spots-paint", "رنگ‌شدگی، در ۲ ناحیه"),
    ("some-paint", "رنگ‌شدگی، در چند ناحیه"),
    ("half-paint", "دور رنگ"),
    ("full-paint", "تمام‌رنگ"),
    ("accidental", "تصادفی"),
    ("junk", "اوراقی"),
];

pub(super) const INTERNAL_STORAGES: List = &[
    ("32GB", "۳۲ گیگابایت"),
    ("64GB", "۶۴ گیگابایت"),
    ("128GB", "۱۲۸ گیگابایت"),
    ("256GB", "۲۵۶ گیگابایت"),
    ("512GB", "۵۱۲ گیگابایت"),
    ("1TB", "۱ ترابایت"),
];

pub(super) const RAM_MEMORIES: List = &[
    ("4GB", "۴ گیگابایت"),
    ("6GB", "۶ گیگابایت"),
    ("8GB", "۸ گیگابایت"),
    ("12GB", "۱۲ گیگابایت"),
    ("16GB", "۱۶ گیگابایت"),
];

/// All values of the published shapes (`tests/schemas/live.json`).
pub(super) const SERVICE_TYPES: List = &[
    ("ACCOUNTING", "حسابداری"),
    ("ADDITIONAL_INFORMATION", "اطلاعات تکمیلی"),
    ("ADVERTISEMENT", "تبلیغات"),
    ("ASSISTANT", "دستیار"),
    ("AUCTION", "مزایده"),
    ("CHARITY", "خیریه"),
    ("CONTRACT_POST", "قرارداد آگهی"),
    ("DOWNLOADABLE_CONTENT_GENERATION", "تولید محتوای قابل دریافت"),
    ("FORM_BUILDER", "فرم‌ساز"),
    ("FUNC_CLICK_AND_COLLECT", "خرید اینترنتی و تحویل حضوری"),
    ("FUNC_CONTRACT", "قرارداد"),
    ("FUNC_DELIVERY", "ارسال کالا"),
    ("FUNC_FINANCING", "تأمین مالی"),
    ("FUNC_SECURE_PAYMENT", "پرداخت امن"),
    ("INTERNAL", "داخلی"),
    ("LEAD_GEN_LOAN", "معرفی متقاضی وام"),
    ("LEAD_GEN_PURE", "معرفی مشتری"),
    ("PHOTOGRAPHY", "عکاسی"),
    ("POST_DETAIL_ENHANCER", "تکمیل جزئیات آگهی"),
    ("POST_REORDER", "نردبان"),
    ("POST_VERIFICATION", "احراز آگهی"),
    ("REPORT_INSPECTION", "کارشناسی"),
    ("REPORT_INSPECTION_CHAT", "کارشناسی در چت"),
    ("REPORT_PRICE_EVALUATION", "قیمت‌گذاری"),
    ("REPORT_VERIFICATION", "احراز"),
    ("SECURE_PAYMENT_POST_PROMOTION", "ارتقای آگهی با پرداخت امن"),
    ("SITE_BUILDER", "سایت‌ساز"),
    ("USER_BACKGROUND_VERIFICATION", "بررسی سوابق کاربر"),
    ("USER_BUSINESS_VERIFICATION", "احراز کسب‌وکار"),
    ("USER_FACE_ID_VERIFICATION", "احراز هویت با چهره"),
];
