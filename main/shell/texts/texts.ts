import type { Say } from '../../../preload/words/wording.ts';

/**
 * All texts of the shell that do not come from the engine: menus, tray, notifications. Texts with a number or a name are functions, so that each
 * language can use its own word order and forms.
 */
export const english = {
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    window: 'Window',
    about: 'About Tandem',
    services: 'Services',
    hide: 'Hide Tandem',
    hideOthers: 'Hide others',
    showAll: 'Show all',
    close: 'Close window',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select all',
    actualSize: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Toggle full screen',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring all to front',
    home: 'Home',
    activity: 'Activity',
    quit: 'Quit Tandem',
  },
  tray: {
    starting: 'Starting',
    toolTip: (sentence: string): string => `Tandem: ${sentence}`,
    openWindow: 'Open Tandem',
    openFolder: 'Open folder',
    pause: 'Pause',
    halfHour: 'For 30 minutes',
    twoHours: 'For 2 hours',
    untilTomorrow: 'Until tomorrow',
    resume: 'Resume',
    accept: 'Accept',
    decline: 'Decline',
    moreInvitations: (count: number): string => `${count} more ${count === 1 ? 'invitation' : 'invitations'}`,
    restartToUpdate: (version: string): string => `Restart to update to ${version}`,
  },
  attention: {
    title: (count: number): string =>
      count === 1 ? 'An item needs your attention' : `${count} items need your attention`,
    /** For a held batch alone. */
    held: (count: number): string => `${count === 1 ? '1 item is' : `${count} items are`} held until you decide`,
    /** For one item, and for the first of several. */
    one: (sentence: string, remedy: string): string => `${sentence} ${remedy}`,
    several: (sentence: string): string => `${sentence} Everything else continues.`,
  },
  signedOut: {
    title: 'You are signed out',
    body: 'Sign in again to continue syncing. Nothing is lost in the meantime.',
  },
  closing: {
    message: 'Keep syncing?',
    detail:
      'This desktop shows no tray icon, so Tandem runs only while its window is open. You can minimize the window instead.',
    keepSyncing: 'Minimize and keep syncing',
    quit: 'Quit Tandem',
  },
  /** Transfers that Tandem would lose if it ended. */
  ending: {
    /** Zero: no file is announced yet. */
    uploading: (files: number): string => {
      if (files === 0) return 'Files are still being prepared for upload';
      return files === 1 ? '1 file is still uploading' : `${files} files are still uploading`;
    },
    downloading: (count: number): string =>
      count === 1 ? '1 download is still running' : `${count} downloads are still running`,
    quit: {
      message: (what: string): string => `${what}. Quit anyway?`,
      yes: 'Quit Tandem',
    },
    restart: {
      message: (what: string): string => `${what}. Restart anyway?`,
      yes: 'Restart',
    },
    dropAgain: 'Tandem stops uploading, and you would have to drop the files again.',
    downloadAgain: 'Downloads stop, and you would have to start them from the beginning.',
    no: 'Keep Tandem running',
  },
  hanging: {
    message: "The Tandem window isn't responding",
    detail:
      "Syncing and uploads continue in the background. Reloading the window only discards what you haven't saved in it.",
    wait: 'Wait',
    reload: 'Reload',
  },
  noFolder: {
    message: 'Nothing was uploaded: no folder is synced yet.',
    remedy: 'Add a folder in Tandem, then drop the files again.',
  },
  downloadBroken: {
    title: (name: string): string => `“${name}” wasn't downloaded`,
    body: 'The connection was lost or the disk is full. Download it again.',
  },
  startedAgain: {
    title: 'Tandem was started again',
    body: 'An error stopped it. Your synced folders lost nothing, and syncing continues. If you dropped files that were still uploading, drop them again. If this happens again, send a report from Settings.',
  },
  notStarted: {
    title: 'Tandem could not start',
    body: (reason: string): string => `${reason}\n\nNothing was changed. Fix the problem, then start Tandem again.`,
  },
  /** macOS, where Tandem was started from its disk image or from Downloads. */
  move: {
    message: 'Move Tandem to the Applications folder?',
    detail: "Where it is now, Tandem can't install updates or start when you log in.",
    no: "Don't move",
    yes: 'Move to Applications',
    failed: "Tandem couldn't be moved",
    byHand: 'Quit Tandem, then drag it to the Applications folder in the Finder.',
  },
  trouble: {
    saveReport: 'Save a report',
    close: 'Close',
    notSaved: 'The report could not be saved',
    otherWay: 'Choose another folder for it, such as one on another disk.',
    chooseFolder: 'Choose a folder',
    pageLost: {
      title: 'The Tandem window keeps crashing',
      body: 'Syncing continues in the background. Open Tandem again, or save a report for your support.',
    },
  },
  wentBack: {
    title: (version: string): string => `Tandem ${version} did not start`,
    body: (version: string): string =>
      `Tandem went back to the version before. It won't install ${version} again, but will install a newer one.`,
    stuck: (version: string, previous: string): string =>
      `Tandem ${version} failed to start several times. Install version ${previous} again: your files and settings stay as they are, and version ${version} won't be installed again.`,
  },
  updateRefused: (version: string): string =>
    `Version ${version} did not start on this computer, so Tandem won't install it again. It will install a newer one.`,
  updateNotOurs: 'A newer version was offered, but it is not signed by the makers of Tandem. It was not installed.',
  updateFailed:
    'A newer version could not be downloaded. Tandem tries again in a few hours; this version keeps working.',
} as const;

/** The type of every catalogue of the shell: that of the English one, with any text. */
export type ShellWords = Widened<typeof english>;

/** All texts of the shell: its own, and `say` for the messages of others. */
export type ShellTexts = ShellWords & { readonly say: Say };

type Widened<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };
