import { manageTexts } from './administration/manage.ts';
import { peopleTexts } from './administration/people.ts';
import { commonTexts } from './frame/common.ts';
import { desktopTexts } from './frame/desktop.ts';
import { detailsTexts } from './frame/details.ts';
import { dropTexts } from './frame/drop.ts';
import { frameTexts } from './frame/frame.ts';
import { paletteTexts } from './frame/palette.ts';
import { selectionTexts } from './frame/selection.ts';
import { activityTexts } from './pages/activity.ts';
import { attentionTexts } from './pages/attention.ts';
import { bookmarksTexts } from './pages/bookmarks.ts';
import { filesTexts } from './pages/files.ts';
import { homeTexts } from './pages/home.ts';
import { hubsTexts } from './pages/hubs.ts';
import { libraryTexts } from './pages/library.ts';
import { requestsTexts } from './pages/requests.ts';
import { settingsTexts } from './pages/settings.ts';
import { sharingTexts } from './pages/sharing.ts';
import { trashTexts } from './pages/trash.ts';
import { welcomeTexts } from './pages/welcome.ts';

/** Every text of the window, in English: one file a feature. */
export const english = {
  ...commonTexts,
  ...homeTexts,
  ...activityTexts,
  ...dropTexts,
  ...filesTexts,
  ...detailsTexts,
  ...bookmarksTexts,
  ...sharingTexts,
  ...attentionTexts,
  ...trashTexts,
  ...welcomeTexts,
  ...selectionTexts,
  ...settingsTexts,
  ...desktopTexts,
  ...frameTexts,
  ...hubsTexts,
  ...libraryTexts,
  ...manageTexts,
  ...paletteTexts,
  ...peopleTexts,
  ...requestsTexts,
} as const;
