//! Checks widgets as the library does before it sends them, and as the profile `strict` does when they arrive.

use open_platform::legacy::LegacyWidgets;
use open_platform::model::widget::Widget;
use open_platform::{Error, Json as Text, migrate};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::extract::Json;
use super::problem::{Problem, Refusals};
use crate::platform::{in_widget, old_path};
use crate::response::Refusal;

/// The form of widgets.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WidgetForm {
    /// `[{"title_row": {…}}]`.
    #[default]
    Current,
    /// The old form: `[{"widget_type": "TITLE_ROW", "data": {…}}]`.
    Legacy,
}

/// Widgets to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetsToCheck {
    /// The widgets, from top to bottom.
    #[schema(max_items = 500)]
    widgets: Vec<Value>,
    /// Their form; the current one by default.
    #[serde(default)]
    form: WidgetForm,
}

/// What is wrong with widgets, and their current form.
#[derive(Serialize, ToSchema)]
pub(super) struct WidgetCheck {
    /// What is wrong; at most one problem for each widget.
    problems: Vec<WidgetProblem>,
    /// The widgets in the current form, without those that cannot be read.
    current: Vec<Value>,
    /// The widgets in the old form, as they were sent. Empty for those in the current form.
    legacy: Vec<Value>,
}

/// Something wrong with a widget.
#[derive(Serialize, ToSchema)]
pub(super) struct WidgetProblem {
    /// The path, such as `[0].score_row.percentage_score`.
    path: String,
    /// What is wrong.
    message: String,
}

/// Checks widgets: their limits, unknown names, and what is lost when they come in the old form.
#[utoipa::path(post, path = "/_sandbox/widgets/check", operation_id = "check_widgets",
    request_body = WidgetsToCheck, responses((status = 200, body = WidgetCheck), Refusals))]
pub(super) async fn check(Json(sent): Json<WidgetsToCheck>) -> Result<Json<WidgetCheck>, Problem> {
    let mut found = WidgetCheck { problems: Vec::new(), current: Vec::new(), legacy: Vec::new() };
    for (index, widget) in sent.widgets.iter().enumerate() {
        let checked = match sent.form {
            WidgetForm::Current => current(index, widget, &mut found),
            WidgetForm::Legacy => legacy(index, widget, &mut found),
        };
        if let Err(problem) = checked {
            found.problems.push(problem);
        }
    }
    if matches!(sent.form, WidgetForm::Legacy) {
        found.legacy = sent.widgets;
    }
    Ok(Json(found))
}

fn current(index: usize, widget: &Value, found: &mut WidgetCheck) -> Result<(), WidgetProblem> {
    let place = format!("[{index}]");
    let read: Widget = parsed(&place, widget)?;
    found.current.push(widget.clone());
    if let Widget::Unknown { kind, .. } = &read {
        let message = "the platform has no such widget: it is sent unchecked".to_owned();
        return Err(WidgetProblem { path: format!("{place}.{kind}"), message });
    }
    read.check().map_err(|error| problem(&place, error))?;
    in_widget(&read, widget).map_err(|refusal| refused(&refusal, |path| joined(&place, path)))
}

fn legacy(index: usize, widget: &Value, found: &mut WidgetCheck) -> Result<(), WidgetProblem> {
    let place = format!("[{index}]");
    // The path of the only widget of the list becomes that of this one.
    let moved = |mut problem: WidgetProblem| {
        problem.path = problem.path.replacen("widget_list[0]", &place, 1);
        problem
    };
    let list = json!({ "widget_list": [widget] });
    let read: LegacyWidgets = parsed("", &list).map_err(moved)?;
    read.check().map_err(|error| moved(problem("", error)))?;
    let text = Text::from_value(&list).map_err(|error| problem(&place, error))?;
    let migrated = migrate::widgets(text).map_err(|error| moved(problem("", error)))?;
    let widgets: Vec<Value> = serde_json::from_str(migrated.value.as_str()).unwrap_or_default();
    found.current.extend(widgets.iter().cloned());
    let before = found.problems.len();
    for change in migrated.report {
        if matches!(change.kind, migrate::ChangeKind::NeedsAttention | migrate::ChangeKind::Dropped) {
            found.problems.push(moved(WidgetProblem { path: change.path, message: change.note }));
        }
    }
    if found.problems.len() > before {
        return Ok(());
    }
    // One old widget becomes one widget.
    widgets.iter().try_for_each(|widget| {
        let read: Widget = parsed(&place, widget)?;
        in_widget(&read, widget).map_err(|refusal| refused(&refusal, |path| joined(&place, &old_path(path))))
    })
}

fn parsed<T: serde::de::DeserializeOwned>(place: &str, value: &Value) -> Result<T, WidgetProblem> {
    // By way of text, because free JSON inside a widget is kept as text.
    let text = value.to_string();
    let mut reader = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        WidgetProblem { path: joined(place, path.trim_matches('.')), message: error.inner().to_string() }
    })
}

/// What `strict` refuses in a widget, at this path.
fn refused(refusal: &Refusal, path: impl FnOnce(&str) -> String) -> WidgetProblem {
    let (field, reason) = refusal.violation().unwrap_or_default();
    WidgetProblem { path: path(field), message: reason.to_owned() }
}

fn problem(place: &str, error: Error) -> WidgetProblem {
    match error {
        Error::InvalidInput { field, reason } => WidgetProblem { path: joined(place, &field), message: reason },
        other => WidgetProblem { path: place.to_owned(), message: other.to_string() },
    }
}

fn joined(place: &str, path: &str) -> String {
    match (place, path) {
        (_, "") => place.to_owned(),
        ("", _) => path.to_owned(),
        _ => format!("{place}.{path}"),
    }
}
