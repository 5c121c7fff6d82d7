import { Activity, Folder, House, type LucideIcon, Trash2, TriangleAlert, Users } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { ProblemList } from './features/attention/problem-list.tsx';
import { HomePage } from './features/home/home-page.tsx';
import { InvitationList } from './features/sharing/invitation-list.tsx';
import type { Page, Route } from './state/route.ts';
import { texts } from './style/texts.ts';

/** Pages beyond the first come in files of their own, so that the window opens as soon as Home can be drawn. */
const ActivityPage = lazy(async () => ({
  default: (await import('./features/activity/activity-page.tsx')).ActivityPage,
}));
const AttentionPage = lazy(async () => ({
  default: (await import('./features/attention/attention-page.tsx')).AttentionPage,
}));
const FilesPage = lazy(async () => ({ default: (await import('./features/files/files-page.tsx')).FilesPage }));
const SharingPage = lazy(async () => ({ default: (await import('./features/sharing/sharing-page.tsx')).SharingPage }));
const TrashPage = lazy(async () => ({ default: (await import('./features/trash/trash-page.tsx')).TrashPage }));

type PageEntry = { readonly label: string; readonly icon: LucideIcon; readonly draw: (route: Route) => ReactNode };

/** Every page of the window, in the order of the navigation. A new feature adds its line here and its name in `state/route.ts`. */
export const pageEntries: Readonly<Record<Page, PageEntry>> = {
  home: {
    label: texts.navigation.home,
    icon: House,
    draw: () => (
      <HomePage
        problems={(items, total) => <ProblemList items={items} total={total} />}
        invitations={(invitations) => <InvitationList invitations={invitations} />}
      />
    ),
  },
  activity: {
    label: texts.navigation.activity,
    icon: Activity,
    draw: ({ parameters }) => <ActivityPage parameters={parameters} />,
  },
  attention: {
    label: texts.navigation.attentionPage,
    icon: TriangleAlert,
    draw: ({ parameters }) => <AttentionPage parameters={parameters} />,
  },
  files: {
    label: texts.navigation.files,
    icon: Folder,
    draw: ({ parameters }) => <FilesPage parameters={parameters} />,
  },
  sharing: { label: texts.navigation.sharing, icon: Users, draw: () => <SharingPage /> },
  trash: { label: texts.navigation.trash, icon: Trash2, draw: () => <TrashPage /> },
};
