import { z } from 'zod';
import { UpdateState, WindowPlace } from '../shapes/desktop.ts';
import { MOST_NOTICES } from '../shapes/notice.ts';
import { command } from './command.ts';

/** What the host does outside the page: windows, browser, dialogs, notices, updates. */
export const desktopCommands = {
  /** A fresh one-time link to the window, for the command line. Refused where no window is served on the loopback address. */
  'window.link': command(z.object({}), z.object({ url: z.string() })),
  /**
   * The path below this page's origin where the window reads a content or uploads a dropped file. In a browser the path is signed: it is valid
   * briefly and only for this session.
   */
  'window.address': command(
    z.object({
      path: z
        .string()
        .regex(/^\/(content|drop)\/[!-~]+$/)
        .max(2_000),
    }),
    z.object({
      path: z.string(),
      /** When the signature expires; omitted: there is none. */
      expiresAtMs: z.number().optional(),
    }),
  ),
  /** Ends every other browser session of the window. Refused outside a browser. */
  'window.signOutOthers': command(z.object({}), z.object({ ended: z.number() })),
  /** Opens a URL in the system's browser after checking its scheme. */
  'link.open': command(z.object({ url: z.url() }), z.object({})),
  /** The system's folder dialog (`can.chooseFolder`); `path` null: cancelled. */
  'folder.choose': command(z.object({ startPath: z.string().optional() }), z.object({ path: z.string().nullable() })),
  /** Brings the desktop application's window to the front, at a place in it (`/attention?conflict=4`) if one is given. */
  'window.show': command(z.object({ place: WindowPlace.optional() }), z.object({})),
  /** Marks notices as read, in all windows. `invitations`: the ids of all pending invitations that were read. */
  'notice.markRead': command(
    z.object({
      ids: z.array(z.string()).max(MOST_NOTICES),
      invitations: z.array(z.string().max(64)).max(1_000).optional(),
    }),
    z.object({}),
  ),
  /** The update state of the application; `off` where it does not update itself. */
  'update.get': command(z.object({}), UpdateState),
  /** Quits the application, installs the downloaded version and restarts. Refused if no version is ready. */
  'update.install': command(z.object({}), z.object({})),
} as const;
