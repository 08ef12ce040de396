/** A stream of a PDF: its dictionary, and its bytes as they are written. */
export interface PictureStream {
  readonly dictionary: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
}

/** A picture as a PDF holds it, ready for any document. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** As in EXIF: from 5 on it is shown on its side. */
  readonly orientation: number;
  readonly image: PictureStream;
  /** Red, green and blue of each color, where the image holds their numbers. */
  readonly palette?: Uint8Array | undefined;
  /** How opaque each pixel is. */
  readonly mask?: PictureStream | undefined;
}

/** Pixels of a picture that is drawn: more says nothing further on paper. */
const mostPixels = 16_000_000;

export function requireDrawableSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new Error("it has no pixels");
  if (width * height > mostPixels) throw new Error(`it has ${width} x ${height} pixels`);
}

/** What every image in a PDF says of itself. */
export const imageDictionary = (width: number, height: number, depth: number) => ({
  Type: "XObject",
  Subtype: "Image",
  Width: width,
  Height: height,
  BitsPerComponent: depth,
});
