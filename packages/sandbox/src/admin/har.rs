//! The requests of a world as an HTTP archive (HAR 1.2).

use serde_json::{Value, json};

use crate::ledger::RequestRecord;
use crate::recorded_messages::{RecordedHeader, RecordedMessage, Recordings};
use crate::redact::REDACTED;

/// The document. `url` is the prefix of the world's hosts.
pub(super) fn archive(url: &str, records: &[RequestRecord], recordings: &Recordings) -> Value {
    let mut kept = recordings.all().peekable();
    let mut entries = Vec::with_capacity(records.len());
    for record in records {
        // Both are in the same order; the recordings of the oldest requests were removed.
        let recorded = kept.next_if(|one| one.number() == record.number);
        let query = recorded.map(|one| one.query()).unwrap_or_default();
        let request = recorded.map(|one| one.request()).unwrap_or_default();
        let response = recorded.map(|one| one.response()).unwrap_or_default();
        entries.push(entry(url, record, &query, request, response));
    }
    json!({ "log": {
        "version": "1.2",
        "creator": { "name": "open-platform-sandbox", "version": env!("CARGO_PKG_VERSION") },
        "entries": entries,
    } })
}

fn entry(url: &str, record: &RequestRecord, query: &str, request: RecordedMessage, response: RecordedMessage) -> Value {
    let mark = if query.is_empty() { "" } else { "?" };
    // An address has no brackets in its query.
    let address = query.replace(REDACTED, "%5Bredacted%5D");
    let parameters: Vec<Value> = url::form_urlencoded::parse(query.as_bytes())
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    let header = |of: &[RecordedHeader], wanted: &str| {
        of.iter().find(|one| one.name == wanted).map(|one| one.value.clone()).unwrap_or_default()
    };
    let mut sent = json!({
        "method": record.method,
        "url": format!("{url}/{}{}{mark}{address}", record.host, record.path),
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": request.headers,
        "queryString": parameters,
        "headersSize": -1,
        "bodySize": record.body_bytes,
    });
    if let Some(text) = request.body.filter(|text| !text.is_empty()) {
        sent["postData"] = json!({ "mimeType": header(&request.headers, "content-type"), "text": text });
    }
    json!({
        "startedDateTime": record.at,
        "time": record.duration_ms,
        "request": sent,
        "response": {
            "status": record.status,
            "statusText": "",
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": response.headers,
            "content": {
                "size": response.body_bytes.unwrap_or(-1),
                "mimeType": header(&response.headers, "content-type"),
                "text": response.body.unwrap_or_default(),
            },
            "redirectURL": header(&response.headers, "location"),
            "headersSize": -1,
            "bodySize": response.body_bytes.unwrap_or(-1),
        },
        "cache": {},
        "timings": { "send": 0, "wait": record.duration_ms, "receive": 0 },
        "_number": record.number,
        "_endpoint": record.endpoint,
        "_user": record.user,
        "_refusal": record.refusal,
        "_fault": record.fault,
    })
}
