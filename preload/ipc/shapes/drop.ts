import { z } from 'zod';
import { words } from '../words.ts';

/** A dropped file without a local path, before its bytes. `relativePath` uses `/`. */
export const AnnouncedFile = z.object({
  relativePath: z.string().min(1).max(4096),
  sizeBytes: z.number().int().min(0),
  modifiedAtMs: z.number(),
});

/** What a person chooses for the files of an upload whose names are taken. */
export const ConflictAnswer = z.enum(['keep-both', 'new-version', 'skip']);
export type ConflictAnswer = z.infer<typeof ConflictAnswer>;

export const UploadFileState = z.enum(['waiting', 'sending', 'sent', 'skipped', 'failed', 'cancelled']);
export type UploadFileState = z.infer<typeof UploadFileState>;

/** One file of an upload. */
export const UploadFile = z.object({
  id: z.int(),
  /** Below the destination, with `/`. */
  path: z.string(),
  sizeBytes: z.number(),
  sentBytes: z.number(),
  state: UploadFileState,
  /** Why it failed. */
  sentence: words.nullable(),
  /** False: it could not be read, so there is nothing to send again. */
  isReadable: z.boolean(),
});
/** `Shown`: the type of the reason; text in a window. */
export type UploadFile<Shown = string> = Omit<z.infer<typeof UploadFile>, 'sentence'> & {
  readonly sentence: Shown | null;
  /** Measured by the page that shows it, while it is being sent. */
  readonly bytesPerSecond?: number;
};

/** The files of an upload by state, and their bytes. A failed, cancelled or skipped file counts no bytes. */
export const FileCounts = z.record(z.enum([...UploadFileState.options, 'bytes', 'sentBytes']), z.number());
export type FileCounts = z.infer<typeof FileCounts>;

/** Files and folders of this disk that the host uploads. A window shows it, opened before or after. */
export const PathUpload = z.object({
  batchId: z.string(),
  destination: z.object({ folderId: z.string(), name: z.string() }),
  /** `reading`: the files are still being listed. */
  state: z.enum(['reading', 'sending', 'done', 'cancelled']),
  total: z.number(),
  counts: FileCounts,
  /** Files with a taken name that wait for the person's choice (`upload.resolve`). */
  asking: z.number(),
  /** Those that have changed since the last message. */
  files: z.array(UploadFile),
});
export type PathUpload = z.infer<typeof PathUpload>;
