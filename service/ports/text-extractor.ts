/** Reads the text out of documents, for the search. */
export interface TextExtractor {
  /**
   * The text of a content in its order, up to a limit. Empty for content without text, and for content that is too large, damaged or hostile:
   * it would be so again.
   * @throws what `open` throws, the reason of `signal`, and an error that says nothing about the content if the extractor itself fails.
   */
  extract(content: TextSource, signal?: AbortSignal): Promise<string>;
  /** Stops reading. */
  close(): Promise<void>;
}

export interface TextSource {
  readonly sizeBytes: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}
