import { z } from 'zod';
import { serviceCalls } from '../service-calls.ts';
import { MOST_IN_ARCHIVE } from '../shapes/content.ts';
import { AnnouncedFile, ConflictAnswer } from '../shapes/drop.ts';
import { LinkAddress, LinkPassword, SharedThing, VisitId } from '../shapes/shared-link.ts';
import { command } from './command.ts';

/** Uploads, downloads, shared links and calls of the service. */
export const contentCommands = {
  /**
   * Announces dropped files without a local path (a browser). Each gets an id, and its bytes follow by `POST /drop/{id}`. `relativePath` uses `/`
   * and creates the folders it names. One answer to name conflicts covers the whole batch. Files are returned in input order.
   */
  'drop.begin': command(
    z.object({
      folderId: z.string().min(1),
      onConflict: z.enum(['ask', ...ConflictAnswer.options]).default('ask'),
      files: z.array(AnnouncedFile).min(1).max(10_000),
    }),
    z.object({
      batchId: z.string(),
      files: z.array(z.object({ id: z.string(), relativePath: z.string(), conflict: z.boolean() })),
    }),
  ),
  'drop.resolve': command(z.object({ batchId: z.string(), onConflict: ConflictAnswer }), z.object({})),
  'drop.cancel': command(z.object({ batchId: z.string() }), z.object({})),
  /**
   * For batches that an earlier load of the page started: which files arrived, and which (paths as announced) must be dropped again because their
   * bytes were lost with the page. Finished batches are omitted.
   */
  'drop.left': command(
    z.object({ batchIds: z.array(z.string()).max(100) }),
    z.array(z.object({ batchId: z.string(), total: z.number(), sent: z.number(), missing: z.array(z.string()) })),
  ),
  /**
   * Dropped files with a path on this disk (Electron). Answers when they have been listed and are being sent; the feed `uploads` reports them from the
   * start. A cancel ends the listing too.
   */
  'drop.paths': command(
    z.object({
      folderId: z.string().min(1),
      /** Shown in the window. */
      folderName: z.string(),
      paths: z.array(z.string().min(1)).min(1),
      onConflict: z.enum(['ask', 'keep-both']).default('ask'),
    }),
    z.object({ batchId: z.string() }),
  ),
  /** Cancels an upload of `drop.paths`, or one of its files (null: all), or removes one that is over. */
  'upload.cancel': command(z.object({ batchId: z.string(), fileId: z.int().nullable() }), z.object({})),
  /** Answers the question of an upload of `drop.paths` (`asking`), once for all files that wait for it. It also holds when they are sent again. */
  'upload.resolve': command(z.object({ batchId: z.string(), onConflict: ConflictAnswer }), z.object({})),
  /** Reads a failed file of `drop.paths` again and sends it (null: all that failed). */
  'upload.retry': command(z.object({ batchId: z.string(), fileId: z.int().nullable() }), z.object({})),
  /**
   * Calls one service operation as the signed-in person. Request and answer are both validated against the operation's declaration; the shapes are
   * `ServiceRequest` and `ServiceAnswer`.
   */
  'service.call': command(z.object({ operation: z.enum(serviceCalls), request: z.unknown() }), z.unknown()),
  /** Opens a shared link. `visit` represents the link and its password in later commands and in content paths. */
  'link.visit': command(
    z.object({ url: LinkAddress, password: LinkPassword.optional() }),
    z.object({ visit: VisitId, thing: SharedThing }),
  ),
  /** Lists a folder behind a link; `marker`: continues after the previous page, null at the end. `leftOut`: items of unknown types. */
  'link.items': command(
    z.object({ visit: VisitId, folderId: z.string().min(1), marker: z.string().optional() }),
    z.object({
      things: z.array(SharedThing),
      marker: z.string().nullable(),
      leftOut: z.int().nonnegative(),
    }),
  ),
  /** Copies a file or folder behind a link into one of the person's own folders. */
  'link.take': command(
    z.object({ visit: VisitId, type: z.enum(['file', 'folder']), id: z.string().min(1), parentId: z.string().min(1) }),
    z.object({ id: z.string(), name: z.string() }),
  ),
  /** Gathers items, or those behind a link, for one archive at `archivePath`. `leftOut`: files that the person may not download, and items of unknown types. */
  'archive.gather': command(
    z.object({
      name: z.string().min(1).max(255),
      items: z
        .array(z.object({ type: z.enum(['file', 'folder', 'web_link']), id: z.string().min(1) }))
        .min(1)
        .max(MOST_IN_ARCHIVE),
      visit: VisitId.optional(),
    }),
    z.object({ archive: z.string(), leftOut: z.int().nonnegative() }),
  ),
} as const;
