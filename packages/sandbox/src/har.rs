//! The writer of HTTP archives (HAR 1.2).

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::ledger::RequestRecord;
use crate::recorded_messages::{RecordedHeader, RecordedMessage, Recordings};
use crate::redact::REDACTED;

/// The requests of a world. `url` is the prefix of the world's hosts.
pub(crate) fn archive(url: &str, records: &[RequestRecord], recordings: &Recordings) -> Value {
    let mut kept = recordings.all().peekable();
    let mut entries = Vec::with_capacity(records.len());
    for record in records {
        // Both are in the same order; the recordings of the oldest requests were removed.
        let recorded = kept.next_if(|one| one.number() == record.number);
        let query = recorded.map(|one| one.query()).unwrap_or_default();
        let request = recorded.map(|one| one.request()).unwrap_or_default();
        let exchange = Exchange {
            at: record.at,
            duration_ms: record.duration_ms,
            method: &record.method,
            address: format!("{url}/{}{}", record.host, record.path),
            query: &query,
            request: RecordedMessage { body_bytes: Some(record.body_bytes), ..request },
            status: record.status,
            response: recorded.map(|one| one.response()).unwrap_or_default(),
        };
        let mut entry = exchange.entry();
        entry["_number"] = json!(record.number);
        entry["_endpoint"] = json!(record.endpoint);
        entry["_user"] = json!(record.user);
        entry["_refusal"] = json!(record.refusal);
        entry["_fault"] = json!(record.fault);
        entries.push(entry);
    }
    document("open-platform-sandbox", entries)
}

/// The document with these entries.
pub(crate) fn document(creator: &str, entries: Vec<Value>) -> Value {
    json!({ "log": {
        "version": "1.2",
        "creator": { "name": creator, "version": env!("CARGO_PKG_VERSION") },
        "entries": entries,
    } })
}

/// A request with its response, without secrets.
pub(crate) struct Exchange<'a> {
    pub(crate) at: DateTime<Utc>,
    pub(crate) duration_ms: f64,
    pub(crate) method: &'a str,
    /// The address without the query.
    pub(crate) address: String,
    /// The query without `?`; empty if there was none.
    pub(crate) query: &'a str,
    pub(crate) request: RecordedMessage,
    /// 0 for a connection that was cut.
    pub(crate) status: i64,
    pub(crate) response: RecordedMessage,
}

impl Exchange<'_> {
    /// The entry of the archive.
    pub(crate) fn entry(self) -> Value {
        let Self { address, query, request, response, .. } = self;
        let mark = if query.is_empty() { "" } else { "?" };
        // An address has no brackets in its query.
        let encoded = query.replace(REDACTED, "%5Bredacted%5D");
        let parameters: Vec<Value> = url::form_urlencoded::parse(query.as_bytes())
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        let header = |of: &[RecordedHeader], wanted: &str| {
            of.iter().find(|one| one.name == wanted).map(|one| one.value.clone()).unwrap_or_default()
        };
        let mut sent = json!({
            "method": self.method,
            "url": format!("{address}{mark}{encoded}"),
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": request.headers,
            "queryString": parameters,
            "headersSize": -1,
            "bodySize": request.body_bytes.unwrap_or(-1),
        });
        if let Some(text) = request.body.filter(|text| !text.is_empty()) {
            sent["postData"] = json!({ "mimeType": header(&request.headers, "content-type"), "text": text });
        }
        json!({
            "startedDateTime": self.at,
            "time": self.duration_ms,
            "request": sent,
            "response": {
                "status": self.status,
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
            "timings": { "send": 0, "wait": self.duration_ms, "receive": 0 },
        })
    }
}
