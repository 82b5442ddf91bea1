// A sample of each widget, to begin with in the editor.

export const SAMPLES: Readonly<Record<string, unknown>> = {
  title_row: { title_row: { text: "گزارش کارشناسی", has_divider: true } },
  subtitle_row: { subtitle_row: { text: "بررسی‌شده در تهران" } },
  description_row: { description_row: { text: "همهٔ قسمت‌ها بررسی شد. جزئیات در گزارش آمده است.", expandable: true } },
  button_bar: { button_bar: { title: "دیدن گزارش", action: { open_direct_link: "https://app.example/report/7" } } },
  selector_row: { selector_row: { title: "سفارش کارشناسی", icon_name: "ADD", action: { open_server_link: { data: { order: "7" } } } } },
  event_row: { event_row: { title: "کارشناسی فنی", subtitle: "موتور و گیربکس", label: "امروز", image_url: "logo" } },
  group_info_row: { group_info_row: { items: [{ title: "سال", value: "۱۳۹۸" }, { title: "کارکرد", value: "۴۰٬۰۰۰" }] } },
  score_row: { score_row: { title: "موتور", percentage_score: 80, score_color: "SUCCESS_PRIMARY" } },
  evaluation_row: {
    evaluation_row: {
      indicator_text: "قیمت منصفانه",
      indicator_percentage: 60,
      left: { text: "ارزان", section_color: "SUCCESS_PRIMARY" },
      middle: { text: "منصفانه", section_color: "WARNING_SECONDARY" },
      right: { text: "گران", section_color: "ERROR_PRIMARY" },
    },
  },
  image_carousel_row: { image_carousel_row: { items: [{ image_id: "logo", description: "نما" }] } },
};

/** What the editor shows first. */
export const FIRST = ["title_row", "group_info_row", "score_row", "button_bar"].map((name) => SAMPLES[name]);

const old = (type: string, data: string, members: object) => ({ widget_type: type, data: { "@type": `type.googleapis.com/widgets.${data}`, ...members } });

/** The same in the old form. */
export const FIRST_OLD = [
  old("TITLE_ROW", "TitleRowData", { text: "گزارش کارشناسی", has_divider: true }),
  old("GROUP_INFO_ROW", "GroupInfoRow", { items: [{ title: "سال", value: "۱۳۹۸" }, { title: "کارکرد", value: "۴۰٬۰۰۰" }] }),
  old("SCORE_ROW", "ScoreRowData", { title: "موتور", percentage_score: 80, score_color: "SUCCESS_PRIMARY" }),
  old("WIDE_BUTTON_BAR", "WideButtonBarWidgetData", {
    button: {
      title: "دیدن گزارش",
      action: {
        type: "OPEN_WEB_PAGE",
        fallback_link: "https://app.example/report/7",
        payload: { "@type": "type.googleapis.com/widgets.OpenWebPagePayload", link: "https://app.example/report/7" },
      },
    },
  }),
];
