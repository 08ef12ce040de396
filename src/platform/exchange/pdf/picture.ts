/** A stream of a PDF: its dictionary, and its bytes as written. */
export interface PictureStream {
  readonly dictionary: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
}

/** A picture in PDF form, usable in any document. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** As in EXIF: values from 5 on swap width and height. */
  readonly orientation: number;
  readonly image: PictureStream;
  /** Red, green and blue of each color, if the image uses color numbers. */
  readonly palette?: Uint8Array | undefined;
  /** The opacity of each pixel. */
  readonly mask?: PictureStream | undefined;
}

/** Maximum number of pixels; more makes no difference on paper. */
const maxPixels = 16_000_000;

export function requireDrawableSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new Error("it has no pixels");
  if (width * height > maxPixels) throw new Error(`it has ${width} x ${height} pixels`);
}

/** The dictionary entries common to all images in a PDF. */
export const imageDictionary = (width: number, height: number, depth: number) => ({
  Type: "XObject",
  Subtype: "Image",
  Width: width,
  Height: height,
  BitsPerComponent: depth,
});
