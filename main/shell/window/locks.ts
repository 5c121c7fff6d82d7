import type { IpcMainEvent, IpcMainInvokeEvent, Session, WebContents } from 'electron';
import type { ElectronModule } from '../electron-module.ts';
import { openExternalLink } from './external-links.ts';
import { isPageUrl } from './page-protocol.ts';

/** Permissions of our own page: Copy buttons write to the clipboard, a video fills the screen. */
const grantedToOurPage: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** Denies every permission but these, and these to everyone but the main frame of our own page. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { isMainFrame, requestingUrl }) =>
    answer(grantedToOurPage.has(permission) && isMainFrame && isPageUrl(requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) =>
      grantedToOurPage.has(permission) && isMainFrame && isPageUrl(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

/**
 * Chromium's own PDF viewer. Its inner frame first goes to an address of the viewer, which then gives it the document of our page
 * (components/pdf/browser/pdf_navigation_throttle.cc); refusing that leaves the viewer empty.
 */
const pdfViewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/** Confines a window to its page: no navigation, no new windows, no embedded pages. Links open in the browser. */
export function lockContents(contents: WebContents, shell: ElectronModule['shell']): void {
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (!isPageUrl(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || !event.url.startsWith(pdfViewer)) stay(event);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternalLink(shell, url);
    return { action: 'deny' };
  });
}

/** True for a message from the main frame of our own page. Subframes and closed pages are not trusted. */
export function isTrustedSender(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isPageUrl(frame.url);
}
