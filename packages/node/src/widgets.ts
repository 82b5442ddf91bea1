import { invalidInput } from './error-reports.js'
import type {
  Action,
  ButtonBar,
  CarouselItem,
  DescriptionRow,
  EvaluationRow,
  EvaluationSection,
  EventRow,
  GroupInfoRow,
  Image,
  ImageCarouselRow,
  ScoreRow,
  SelectorRow,
  SubtitleRow,
  TitleRow,
  UploadedImage,
  Widget,
} from './model.js'

/** The members of a row that can be given as options. */
type Options<Row, Given extends keyof Row> = { [Member in keyof Omit<Row, Given>]?: Row[Member] | undefined }

/** An image to show: the result of an upload, the name of an image, or `logo` for the app's logo. */
export type ImageSource = UploadedImage | Image

/** A picture in a carousel. */
export interface CarouselPicture {
  /** The image. */
  image: ImageSource
  /** Text under the image. Its limit is not documented. */
  description?: string | undefined
}

/**
 * Widgets of an add-on, from top to bottom: a text, and everything else by name. Limits are in characters; everything is checked before anything is sent.
 *
 * ```ts
 * import { w } from 'open-platform'
 * const widgets = [w.titleRow('Inspected'), w.scoreRow('Engine', { percentageScore: 80 })]
 * ```
 */
export const w = {
  // The rows are made by open-platform-generator.
  /** A title of at most 49 characters. */
  titleRow: (text: string, options?: Options<TitleRow, 'text'>): Widget => ({ type: 'title_row', row: row({ text, ...options }) }),

  /** A smaller title of at most 200 characters. */
  subtitleRow: (text: string, options?: Options<SubtitleRow, 'text'>): Widget =>
    ({ type: 'subtitle_row', row: row({ text, ...options }) }),

  /** A paragraph of at most 200 characters, or of any length if it is `expandable`. */
  descriptionRow: (text: string, options?: Options<DescriptionRow, 'text'>): Widget =>
    ({ type: 'description_row', row: row({ text, ...options }) }),

  /** A wide button that starts `action`, with a title of at most 49 characters. */
  buttonBar: (title: string, options: Options<ButtonBar, 'title' | 'action'> & { action: Action }): Widget =>
    ({ type: 'button_bar', row: row({ title, ...options }) }),

  /**
   * A line that can be tapped, with a title of at most 200 characters and an image or an icon.
   *
   * Errors name the `image` as `imageId`.
   */
  selectorRow: (title: string, options?: Options<SelectorRow, 'title' | 'imageId'> & { image?: ImageSource | undefined }): Widget => {
    const { image, ...rest } = options ?? {}
    return { type: 'selector_row', row: row({ title, imageId: name(image), ...rest }) }
  },

  /**
   * An event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an icon.
   *
   * `image` is sent in the member `image_url`; `imageId` is a member of its own.
   *
   * Errors name the `image` as `imageUrl`.
   */
  eventRow: (title: string, options?: Options<EventRow, 'title' | 'imageUrl'> & { image?: ImageSource | undefined }): Widget => {
    const { image, ...rest } = options ?? {}
    return { type: 'event_row', row: row({ title, imageUrl: name(image), ...rest }) }
  },

  /** Two or three facts side by side: titles of at most 50 characters, values of at most 100. */
  groupInfoRow: (items: ReadonlyArray<{ title: string; value: string }>, options?: Options<GroupInfoRow, 'items'>): Widget =>
    ({ type: 'group_info_row', row: row({ items, ...options }) }),

  /**
   * A score with a title of at most 25 characters: `percentageScore` from 0 to 100, or `descriptiveScore` of at most 17
   * characters.
   */
  scoreRow: (title: string, options?: Options<ScoreRow, 'title'>): Widget => ({ type: 'score_row', row: row({ title, ...options }) }),

  /**
   * A scale with an indicator at `indicatorPercentage`, 0 (left edge) to 100 (right edge), and up to three sections.
   */
  evaluationRow: (
    indicatorText: string,
    options: Options<EvaluationRow, 'indicatorText' | 'indicatorPercentage'> & { indicatorPercentage: number },
  ): Widget => ({ type: 'evaluation_row', row: row({ indicatorText, ...options }) }),

  /** A carousel of images. */
  imageCarouselRow: (images: ReadonlyArray<ImageSource | CarouselPicture>, options?: Options<ImageCarouselRow, 'items'>): Widget =>
    ({ type: 'image_carousel_row', row: row({ items: pictures(images), ...options }) }),

  /** A section of an evaluation: at most 18 characters. */
  section: (text: string, options?: Options<EvaluationSection, 'text'>): EvaluationSection => row({ text, ...options }),
}

function pictures(images: ReadonlyArray<ImageSource | CarouselPicture>): CarouselItem[] {
  if (!Array.isArray(images)) throw invalidInput('images', 'must be an array')
  return images.map(picture)
}

function picture(source: ImageSource | CarouselPicture): CarouselItem {
  if (typeof source !== 'object' || source === null || !('image' in source)) return row({ imageId: name(source) })
  return row({ imageId: name(source.image)!, description: source.description })
}

function name(image: ImageSource | undefined): Image | undefined {
  if (typeof image !== 'object' || image === null) return image ?? undefined
  // The image would be missing on the platform without an error.
  if (typeof image.imageName !== 'string') {
    throw invalidInput('image', 'must be what an upload returned, after `await`, or the name of an image')
  }
  return image.imageName
}

/** Removes members that are `undefined`. The first one is required: its default would be sent without an error. */
function row<T>(members: { [Member in keyof T]: T[Member] | undefined }): T {
  const [name, value] = Object.entries(members)[0]!
  if (value === undefined || value === null) throw invalidInput(name, 'must be set')
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T
}
