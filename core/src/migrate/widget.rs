//! Widgets and their actions: the mapping of docs/platform.md#legacy-widgets.

use super::object::{Object, Report, list as json_list, one};
use crate::error::{Error, Result};
use crate::json::{Json, Record};
use crate::model::action::{Action, check_link};
use crate::model::color::OLD_COLORS;
use crate::model::widget::{
    DescriptionRow, EvaluationRow, EventRow, GroupInfoRow, ImageCarouselRow, ScoreRow, SelectorRow, SubtitleRow,
    TitleRow,
};

/// The current form of one old widget.
struct Mapping {
    old: &'static str,
    new: &'static str,
    /// Members that no longer exist.
    gone: &'static [&'static str],
    /// Members of the current widget.
    members: &'static [&'static str],
}

const fn mapping(
    old: &'static str,
    new: &'static str,
    gone: &'static [&'static str],
    members: &'static [&'static str],
) -> Mapping {
    Mapping { old, new, gone, members }
}

const MAPPINGS: [Mapping; 10] = [
    mapping("TITLE_ROW", "title_row", &[], TitleRow::MEMBERS),
    mapping("SUBTITLE_ROW", "subtitle_row", &[], SubtitleRow::MEMBERS),
    mapping("GROUP_INFO_ROW", "group_info_row", &[], GroupInfoRow::MEMBERS),
    mapping("DESCRIPTION_ROW", "description_row", &["is_primary", "small", "padded"], DescriptionRow::MEMBERS),
    mapping("WIDE_BUTTON_BAR", "button_bar", &["style"], &["title", "action"]),
    mapping(
        "SELECTOR_ROW",
        "selector_row",
        &["style", "small", "has_arrow", "description", "notification_text", "has_notification"],
        SelectorRow::MEMBERS,
    ),
    mapping("SCORE_ROW", "score_row", &["icon_color"], ScoreRow::MEMBERS),
    mapping("EVENT_ROW", "event_row", &["padded", "icon_color"], EventRow::MEMBERS),
    mapping(
        "EVALUATION_ROW",
        "evaluation_row",
        &["text_color", "indicator_color", "icon_color", "image_url_light", "image_url_dark"],
        EvaluationRow::MEMBERS,
    ),
    mapping("IMAGE_CAROUSEL_ROW", "image_carousel_row", &[], ImageCarouselRow::MEMBERS),
];

const NOT_SHOWN: &str = "no longer exists";

/// Migrates the member `widgets` of an add-on.
pub(super) fn member(body: &mut Object, report: &mut Report) -> Result<()> {
    let at = body.path("widgets");
    let Some(widgets) = body.get("widgets").cloned() else {
        return Err(Error::invalid(at, "is missing: an add-on needs widgets"));
    };
    let migrated = if widgets.as_str().starts_with('{') {
        body.rename_to_snake_case(report);
        old_list(Object::read(&widgets, at)?, report)?
    } else {
        items(&widgets, &at, report)?
    };
    body.put("widgets", migrated);
    Ok(())
}

/// Migrates a list on its own: an array, the old object around it, or a single old widget.
pub(super) fn list(value: &Json, report: &mut Report) -> Result<Json> {
    if !value.as_str().starts_with('{') {
        return items(value, "", report);
    }
    let object = Object::read(value, "")?;
    if object.has("widget_type") || object.has("widgetType") {
        return items(&json_list(std::slice::from_ref(value)), "", report);
    }
    if !object.has("widget_list") && !object.has("widgetList") {
        return Err(Error::invalid("json", "must be an array of widgets, or an object with widget_list"));
    }
    old_list(object, report)
}

/// Migrates the old object that contains a list.
fn old_list(mut object: Object, report: &mut Report) -> Result<Json> {
    let name = if object.has("widgetList") { "widgetList" } else { "widget_list" };
    let migrated = match object.take(name) {
        Some(widgets) => items(&widgets, &object.path(name), report)?,
        None => json_list(&[]),
    };
    report.moved(object.path(name), "the list replaces the object around it");
    for other in object.names() {
        report.attention(object.path(&other), "left out: the object around the list has no other documented member");
    }
    Ok(migrated)
}

/// Migrates the widgets of an array. Current ones are not changed.
fn items(value: &Json, at: &str, report: &mut Report) -> Result<Json> {
    let wrong = |_| Error::invalid(if at.is_empty() { "json" } else { at }, "must be an array of widgets");
    let before: Vec<Json> = value.to().map_err(wrong)?;
    let mut after = Vec::with_capacity(before.len());
    for (index, item) in before.iter().enumerate() {
        let object = Object::read(item, format!("{at}[{index}]"))?;
        if object.has("widget_type") || object.has("widgetType") {
            after.extend(old_widget(object, report)?);
        } else {
            after.push(item.clone());
        }
    }
    Ok(json_list(&after))
}

/// Migrates one old widget. `None` for one that no longer exists.
fn old_widget(mut item: Object, report: &mut Report) -> Result<Option<Json>> {
    let at = item.path("");
    let name = if item.has("widgetType") { "widgetType" } else { "widget_type" };
    let widget_type: String = match item.take(name).map(|value| value.to()) {
        Some(Ok(widget_type)) => widget_type,
        _ => return Err(Error::invalid(item.path(name), "must be the name of an old widget")),
    };
    let data =
        item.take("data").ok_or_else(|| Error::invalid(item.path("data"), "is missing: an old widget has data"))?;
    let mut data = Object::read(&data, item.path("data"))?;
    for other in item.names() {
        report.attention(item.path(&other), "left out: an old widget has only widget_type and data");
    }
    data.take("@type");
    data.rename_to_snake_case(report);

    if let Some(mapping) = MAPPINGS.iter().find(|mapping| mapping.old == widget_type) {
        report.renamed(at, format!("{} is now {}, without widget_type and @type", mapping.old, mapping.new));
        apply(mapping, &mut data, report)?;
        return Ok(Some(one(mapping.new, data.into_json())));
    }
    if widget_type == "LEGEND_TITLE_ROW" {
        report.attention(at, "left out: LEGEND_TITLE_ROW was removed in October 2024, and nothing replaces it");
        return Ok(None);
    }
    let guess = widget_type.to_ascii_lowercase();
    report.attention(at, format!("{guess} is a guess: the documents do not mention this widget"));
    Ok(Some(one(&guess, data.into_json())))
}

fn apply(mapping: &Mapping, data: &mut Object, report: &mut Report) -> Result<()> {
    match mapping.old {
        "WIDE_BUTTON_BAR" => lift_button(data, report)?,
        // The specification keeps `image_url` for an event row. For the other widgets only the newer form is known.
        "SELECTOR_ROW" => data.rename("image_url", "image_id", report),
        "IMAGE_CAROUSEL_ROW" => rename_images(data, report)?,
        "EVALUATION_ROW" => {
            flatten_icon(data, "indicator_icon", report);
            for section in ["left", "middle", "right"] {
                migrate_section(data, section, report);
            }
        }
        _ => {}
    }
    flatten_icon(data, "icon", report);
    drop_old_color(data, "score_color", report);
    migrate_action(data, report);
    for name in mapping.gone {
        data.drop(name, NOT_SHOWN, report);
    }
    for name in data.names() {
        if name != "hasDivider" && data.has(&name) && !mapping.members.contains(&name.as_str()) {
            report.attention(data.path(&name), format!("kept, but no documented member of {}", mapping.new));
        }
    }
    Ok(())
}

/// Moves `button.title` and `button.action` into the widget itself.
fn lift_button(data: &mut Object, report: &mut Report) -> Result<()> {
    if let Some(button) = data.move_out("button", "its members are now in the widget itself", report) {
        let mut button = Object::read(&button, data.path("button"))?;
        button.rename_to_snake_case(report);
        for name in button.names() {
            if let Some(value) = button.take(&name) {
                data.put(&name, value);
            }
        }
    }
    for name in ["title", "action"] {
        if !data.has(name) {
            report
                .attention(data.path(&format!("button.{name}")), "is missing: a button bar has a title and an action");
        }
    }
    Ok(())
}

fn rename_images(data: &mut Object, report: &mut Report) -> Result<()> {
    let Some(items) = data.get("items").and_then(|items| items.to::<Vec<Json>>().ok()) else { return Ok(()) };
    let mut renamed = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let mut item = Object::read(item, data.path(&format!("items[{index}]")))?;
        item.rename_to_snake_case(report);
        item.rename("image_url", "image_id", report);
        renamed.push(item.into_json());
    }
    data.put("items", json_list(&renamed));
    Ok(())
}

/// Reduces an icon to its name.
fn flatten_icon(data: &mut Object, name: &str, report: &mut Report) {
    let Some(icon) = data.get(name).cloned() else { return drop(data.take(name)) };
    let Ok(mut icon) = Object::read(&icon, data.path(name)) else {
        return data.rename(name, "icon_name", report);
    };
    data.take(name);
    icon.rename_to_snake_case(report);
    if let Some(icon_name) = icon.take("icon_name") {
        if data.has("icon_name") {
            report.attention(icon.path("icon_name"), "left out, because icon_name is present too");
        } else {
            data.put("icon_name", icon_name);
            report.moved(icon.path("icon_name"), "now icon_name of the widget");
        }
    }
    for other in icon.names() {
        icon.drop(&other, NOT_SHOWN, report);
    }
}

fn migrate_section(data: &mut Object, name: &str, report: &mut Report) {
    let Some(Ok(mut section)) = data.get(name).map(|section| Object::read(section, data.path(name))) else { return };
    section.rename_to_snake_case(report);
    section.drop("text_color", NOT_SHOWN, report);
    drop_old_color(&mut section, "section_color", report);
    data.put(name, section.into_json());
}

fn drop_old_color(object: &mut Object, name: &str, report: &mut Report) {
    if object.text(name).is_some_and(|color| color.is_empty() || OLD_COLORS.contains(&color.as_str())) {
        object.drop(name, "this colour no longer exists: choose one of the five", report);
    }
}

/// Migrates the action inside a widget, if it has one and it is old.
fn migrate_action(data: &mut Object, report: &mut Report) {
    let Some(Ok(action)) = data.get("action").map(|action| Object::read(action, data.path("action"))) else { return };
    if !action.has("type") {
        return;
    }
    match old_action(action, report) {
        Some(action) => data.put("action", action),
        None => {
            data.take("action");
        }
    }
}

/// Migrates an action on its own.
pub(super) fn action(value: &Json, report: &mut Report) -> Result<Json> {
    let object = Object::read(value, "")?;
    if !object.has("type") {
        return value.to_input::<Action>().map(|_| value.clone());
    }
    old_action(object, report).ok_or_else(|| Error::invalid("type", "must be LOAD_WEB_VIEW_PAGE or OPEN_WEB_PAGE"))
}

/// Migrates an old action, which opens an address. `None`, with a report, if it has none.
fn old_action(mut action: Object, report: &mut Report) -> Option<Json> {
    let at = action.path("");
    action.rename_to_snake_case(report);
    let member = match action.text("type").as_deref() {
        Some("LOAD_WEB_VIEW_PAGE") => "url",
        Some("OPEN_WEB_PAGE") => "link",
        _ => {
            report.attention(action.path("type"), "left out: the documents do not mention this action");
            return None;
        }
    };
    let payload = action.get("payload").and_then(|payload| Object::read(payload, action.path("payload")).ok());
    let fallback = action.text("fallback_link").filter(|link| !link.is_empty());
    let target = payload.and_then(|payload| payload.text(member)).filter(|link| !link.is_empty());
    let Some(link) = target.clone().or_else(|| fallback.clone()) else {
        report.attention(at, "left out: it has no address");
        return None;
    };
    let note = match (target, fallback) {
        (Some(target), Some(fallback)) if target != fallback => {
            format!("now open_direct_link, to payload.{member}; the other address in fallback_link is not used")
        }
        (Some(_), _) => format!("now open_direct_link, to payload.{member}"),
        (None, _) => "now open_direct_link, to fallback_link".to_owned(),
    };
    report.renamed(&at, note);
    if let Err(Error::InvalidInput { reason, .. }) = check_link(&link) {
        report.attention(at, format!("the address {reason}"));
    }
    Some(one("open_direct_link", Json::from(serde_json::Value::from(link))))
}
