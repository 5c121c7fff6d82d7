import type { Texts } from '../texts-type.ts';
import { activityTexts } from './activity.ts';
import { attentionTexts } from './attention.ts';
import { bookmarksTexts } from './bookmarks.ts';
import { commonTexts } from './common.ts';
import { connectionsTexts } from './connections.ts';
import { desktopTexts } from './desktop.ts';
import { detailsTexts } from './details.ts';
import { dropTexts } from './drop.ts';
import { filesTexts } from './files.ts';
import { frameTexts } from './frame.ts';
import { governanceTexts } from './governance.ts';
import { homeTexts } from './home.ts';
import { hubsTexts } from './hubs.ts';
import { libraryTexts } from './library.ts';
import { manageTexts } from './manage.ts';
import { paletteTexts } from './palette.ts';
import { peopleTexts } from './people.ts';
import { requestsTexts } from './requests.ts';
import { selectionTexts } from './selection.ts';
import { settingsTexts } from './settings.ts';
import { sharingTexts } from './sharing.ts';
import { trashTexts } from './trash.ts';
import { welcomeTexts } from './welcome.ts';

/** Every text of the window, in German: one file a feature, as in English. */
export const german: Texts = {
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
  ...connectionsTexts,
  ...frameTexts,
  ...governanceTexts,
  ...hubsTexts,
  ...libraryTexts,
  ...manageTexts,
  ...paletteTexts,
  ...peopleTexts,
  ...requestsTexts,
};
