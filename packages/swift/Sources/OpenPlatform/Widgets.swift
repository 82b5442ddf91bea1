/// A widget in a builder: each row, and ``Widget``.
public protocol WidgetConvertible {
    /// The widget.
    var widget: Widget { get }
}

/// A widget is one.
extension Widget: WidgetConvertible { public var widget: Widget { self } }
// The rows are made by open-platform-generator.
/// As the widget with this row.
extension TitleRow: WidgetConvertible { public var widget: Widget { .titleRow(row: self) } }
/// As the widget with this row.
extension SubtitleRow: WidgetConvertible { public var widget: Widget { .subtitleRow(row: self) } }
/// As the widget with this row.
extension DescriptionRow: WidgetConvertible { public var widget: Widget { .descriptionRow(row: self) } }
/// As the widget with this row.
extension ButtonBar: WidgetConvertible { public var widget: Widget { .buttonBar(row: self) } }
/// As the widget with this row.
extension SelectorRow: WidgetConvertible { public var widget: Widget { .selectorRow(row: self) } }
extension SelectorRow {
    /// A row with an uploaded image, or the app's logo, which is sent in the member `image_id`. Errors name it `imageId`.
    public init(
        title: String,
        image: Image?,
        iconName: Icon? = nil,
        hasDivider: Bool = false,
        action: Action? = nil,
        semanticPaths: [String: String] = [:]
    ) {
        self.init(
            title: title,
            imageId: image,
            iconName: iconName,
            hasDivider: hasDivider,
            action: action,
            semanticPaths: semanticPaths)
    }

    /// The same with the response to the upload.
    public init(
        title: String,
        image: UploadedImage,
        iconName: Icon? = nil,
        hasDivider: Bool = false,
        action: Action? = nil,
        semanticPaths: [String: String] = [:]
    ) {
        self.init(
            title: title,
            image: image.imageName,
            iconName: iconName,
            hasDivider: hasDivider,
            action: action,
            semanticPaths: semanticPaths)
    }
}
/// As the widget with this row.
extension EventRow: WidgetConvertible { public var widget: Widget { .eventRow(row: self) } }
extension EventRow {
    /// A row with an uploaded image, or the app's logo, which is sent in the member `image_url`. Errors name it `imageUrl`.
    public init(
        title: String,
        subtitle: String? = nil,
        label: String? = nil,
        image: Image?,
        imageId: Image? = nil,
        iconName: Icon? = nil,
        hasDivider: Bool = false,
        semanticPaths: [String: String] = [:]
    ) {
        self.init(
            title: title,
            subtitle: subtitle,
            label: label,
            imageUrl: image,
            imageId: imageId,
            iconName: iconName,
            hasDivider: hasDivider,
            semanticPaths: semanticPaths)
    }

    /// The same with the response to the upload.
    public init(
        title: String,
        subtitle: String? = nil,
        label: String? = nil,
        image: UploadedImage,
        imageId: Image? = nil,
        iconName: Icon? = nil,
        hasDivider: Bool = false,
        semanticPaths: [String: String] = [:]
    ) {
        self.init(
            title: title,
            subtitle: subtitle,
            label: label,
            image: image.imageName,
            imageId: imageId,
            iconName: iconName,
            hasDivider: hasDivider,
            semanticPaths: semanticPaths)
    }
}
/// As the widget with this row.
extension GroupInfoRow: WidgetConvertible { public var widget: Widget { .groupInfoRow(row: self) } }
/// As the widget with this row.
extension ScoreRow: WidgetConvertible { public var widget: Widget { .scoreRow(row: self) } }
/// As the widget with this row.
extension EvaluationRow: WidgetConvertible { public var widget: Widget { .evaluationRow(row: self) } }
/// As the widget with this row.
extension ImageCarouselRow: WidgetConvertible { public var widget: Widget { .imageCarouselRow(row: self) } }

/// Builds widgets in the order in which they are shown. Their limits are checked before a request is sent.
@resultBuilder
public enum WidgetsBuilder {
    /// One row.
    public static func buildExpression(_ row: some WidgetConvertible) -> [Widget] { [row.widget] }
    /// Rows one after the other.
    public static func buildBlock(_ parts: [Widget]...) -> [Widget] { parts.flatMap { $0 } }
    /// Rows under a condition.
    public static func buildOptional(_ part: [Widget]?) -> [Widget] { part ?? [] }
    /// The rows of one case.
    public static func buildEither(first part: [Widget]) -> [Widget] { part }
    /// The rows of the other case.
    public static func buildEither(second part: [Widget]) -> [Widget] { part }
    /// Rows of a loop.
    public static func buildArray(_ parts: [[Widget]]) -> [Widget] { parts.flatMap { $0 } }
}
