/// What stands for a widget in a builder: each row, and ``Widget`` itself.
public protocol WidgetConvertible {
    /// The widget.
    var widget: Widget { get }
}

extension Widget: WidgetConvertible { public var widget: Widget { self } }
extension TitleRow: WidgetConvertible { public var widget: Widget { .titleRow(row: self) } }
extension SubtitleRow: WidgetConvertible { public var widget: Widget { .subtitleRow(row: self) } }
extension DescriptionRow: WidgetConvertible { public var widget: Widget { .descriptionRow(row: self) } }
extension ButtonBar: WidgetConvertible { public var widget: Widget { .buttonBar(row: self) } }
extension SelectorRow: WidgetConvertible { public var widget: Widget { .selectorRow(row: self) } }
extension EventRow: WidgetConvertible { public var widget: Widget { .eventRow(row: self) } }
extension GroupInfoRow: WidgetConvertible { public var widget: Widget { .groupInfoRow(row: self) } }
extension ScoreRow: WidgetConvertible { public var widget: Widget { .scoreRow(row: self) } }
extension EvaluationRow: WidgetConvertible { public var widget: Widget { .evaluationRow(row: self) } }
extension ImageCarouselRow: WidgetConvertible { public var widget: Widget { .imageCarouselRow(row: self) } }

/// Builds widgets in the order in which they are shown. Their limits are checked before anything is sent.
@resultBuilder
public enum WidgetsBuilder {
    public static func buildExpression(_ row: some WidgetConvertible) -> [Widget] { [row.widget] }
    public static func buildBlock(_ parts: [Widget]...) -> [Widget] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Widget]?) -> [Widget] { part ?? [] }
    public static func buildEither(first part: [Widget]) -> [Widget] { part }
    public static func buildEither(second part: [Widget]) -> [Widget] { part }
    public static func buildArray(_ parts: [[Widget]]) -> [Widget] { parts.flatMap { $0 } }
}
