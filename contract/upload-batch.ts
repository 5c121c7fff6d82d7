/** The limits of one `uploadFiles` request. */
export type UploadBatchLimits = { readonly files: number; readonly bytes: number };

/** The header with which a service announces batch uploads: `files=200, bytes=4194304`. */
export function formatUploadBatch({ files, bytes }: UploadBatchLimits): string {
  return `files=${files}, bytes=${bytes}`;
}

/** Null if absent or malformed; then upload files one by one. */
export function parseUploadBatch(text: string | undefined): UploadBatchLimits | null {
  const [, files, bytes] = /^files=(\d{1,9}), ?bytes=(\d{1,15})$/.exec(text?.trim() ?? '') ?? [];
  const limits = { files: Number(files), bytes: Number(bytes) };
  return limits.files > 0 && limits.bytes > 0 ? limits : null;
}
