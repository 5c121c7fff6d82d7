import { activityTexts } from './activity.ts';
import { attentionTexts } from './attention.ts';
import { commonTexts } from './common.ts';
import { dropTexts } from './drop.ts';
import { filesTexts } from './files.ts';
import { homeTexts } from './home.ts';
import { sharingTexts } from './sharing.ts';
import { trashTexts } from './trash.ts';

/** Every text of the window, in English: one file a feature. */
export const english = {
  ...commonTexts,
  ...homeTexts,
  ...activityTexts,
  ...dropTexts,
  ...filesTexts,
  ...sharingTexts,
  ...attentionTexts,
  ...trashTexts,
} as const;
