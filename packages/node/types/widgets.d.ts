import type { Action, ButtonBar, DescriptionRow, EvaluationRow, EvaluationSection, EventRow, GroupInfoRow, Image, ImageCarouselRow, ScoreRow, SelectorRow, SubtitleRow, TitleRow, UploadedImage, Widget } from './model.js';
/** The members of a row that can be given as options. */
type Options<Row, Given extends keyof Row> = {
    [Member in keyof Omit<Row, Given>]?: Row[Member] | undefined;
};
/** An image to show: the result of an upload, the name of an image, or `logo` for the app's logo. */
export type ImageSource = UploadedImage | Image;
/** A picture in a carousel. */
export interface CarouselPicture {
    /** The image. */
    image: ImageSource;
    /** Text under the image. Its limit is not documented. */
    description?: string | undefined;
}
/**
 * Widgets of an add-on, from top to bottom: a text, and everything else by name. Limits are in characters; everything is checked before anything is sent.
 *
 * ```ts
 * import { w } from 'open-platform'
 * const widgets = [w.titleRow('Inspected'), w.scoreRow('Engine', { percentageScore: 80 })]
 * ```
 */
export declare const w: {
    /** A title of at most 49 characters. */
    titleRow: (text: string, options?: Options<TitleRow, 'text'>) => Widget;
    /** A smaller title of at most 200 characters. */
    subtitleRow: (text: string, options?: Options<SubtitleRow, 'text'>) => Widget;
    /** A paragraph of at most 200 characters, or of any length if it is `expandable`. */
    descriptionRow: (text: string, options?: Options<DescriptionRow, 'text'>) => Widget;
    /** A wide button that starts `action`, with a title of at most 49 characters. */
    buttonBar: (title: string, options: Options<ButtonBar, 'title' | 'action'> & {
        action: Action;
    }) => Widget;
    /**
     * A line that can be tapped, with a title of at most 200 characters and an image or an icon.
     *
     * Errors name the `image` as `imageId`.
     */
    selectorRow: (title: string, options?: Options<SelectorRow, 'title' | 'imageId'> & {
        image?: ImageSource | undefined;
    }) => Widget;
    /**
     * An event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an icon.
     *
     * `image` is sent in the member `image_url`; `imageId` is a member of its own.
     *
     * Errors name the `image` as `imageUrl`.
     */
    eventRow: (title: string, options?: Options<EventRow, 'title' | 'imageUrl'> & {
        image?: ImageSource | undefined;
    }) => Widget;
    /** Two or three facts side by side: titles of at most 50 characters, values of at most 100. */
    groupInfoRow: (items: ReadonlyArray<{
        title: string;
        value: string;
    }>, options?: Options<GroupInfoRow, 'items'>) => Widget;
    /**
     * A score with a title of at most 25 characters: `percentageScore` from 0 to 100, or `descriptiveScore` of at most 17
     * characters.
     */
    scoreRow: (title: string, options?: Options<ScoreRow, 'title'>) => Widget;
    /**
     * A scale with an indicator at `indicatorPercentage`, 0 (left edge) to 100 (right edge), and up to three sections.
     */
    evaluationRow: (indicatorText: string, options: Options<EvaluationRow, 'indicatorText' | 'indicatorPercentage'> & {
        indicatorPercentage: number;
    }) => Widget;
    /** A carousel of images. */
    imageCarouselRow: (images: ReadonlyArray<ImageSource | CarouselPicture>, options?: Options<ImageCarouselRow, 'items'>) => Widget;
    /** A section of an evaluation: at most 18 characters. */
    section: (text: string, options?: Options<EvaluationSection, 'text'>) => EvaluationSection;
};
export {};
