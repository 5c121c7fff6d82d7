/** The limits of one request for many small files (`uploadFiles`, `downloadFiles`). */
export type BatchLimits = { readonly files: number; readonly bytes: number };

/** The header with which a service announces batches: `files=200, bytes=4194304`. */
export function formatBatchLimits({ files, bytes }: BatchLimits): string {
  return `files=${files}, bytes=${bytes}`;
}

/** Null if absent or malformed; then send and request files one by one. */
export function parseBatchLimits(text: string | undefined): BatchLimits | null {
  const [, files, bytes] = /^files=(\d{1,9}), ?bytes=(\d{1,15})$/.exec(text?.trim() ?? '') ?? [];
  const limits = { files: Number(files), bytes: Number(bytes) };
  return limits.files > 0 && limits.bytes > 0 ? limits : null;
}
