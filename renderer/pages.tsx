import {
  Activity,
  Bookmark,
  Clock,
  FileInput,
  Folder,
  House,
  type LucideIcon,
  Scale,
  Settings,
  Sparkles,
  Star,
  Trash2,
  TriangleAlert,
  Users,
  UsersRound,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyWithRetry } from './components/feedback/lazy-with-retry.ts';
import { HomeProblems } from './features/attention/home-problems.tsx';
import { HomePage } from './features/home/home-page.tsx';
import { InvitationList } from './features/sharing/invitation-list.tsx';
import type { Page, Route } from './state/hooks/route.ts';
import { texts } from './texts/texts.ts';

/** Pages other than the first are separate chunks, so that the window opens as soon as Home can be drawn. */
const ActivityPage = lazyWithRetry(async () => (await import('./features/activity/activity-page.tsx')).ActivityPage);
const AttentionPage = lazyWithRetry(
  async () => (await import('./features/attention/attention-page.tsx')).AttentionPage,
);
const ConnectionsPage = lazyWithRetry(
  async () => (await import('./features/connections/connections-page.tsx')).ConnectionsPage,
);
const GovernancePage = lazyWithRetry(
  async () => (await import('./features/governance/governance-page.tsx')).GovernancePage,
);
const HubsPage = lazyWithRetry(async () => (await import('./features/hubs/hubs-page.tsx')).HubsPage);
const PeoplePage = lazyWithRetry(async () => (await import('./features/people/people-page.tsx')).PeoplePage);
const RequestsPage = lazyWithRetry(async () => (await import('./features/requests/requests-page.tsx')).RequestsPage);
const FilesPage = lazyWithRetry(async () => (await import('./features/files/files-page.tsx')).FilesPage);
const BookmarksPage = lazyWithRetry(
  async () => (await import('./features/bookmarks/bookmarks-page.tsx')).BookmarksPage,
);
const FavouritesPage = lazyWithRetry(
  async () => (await import('./features/library/favourites-page.tsx')).FavouritesPage,
);
const RecentsPage = lazyWithRetry(async () => (await import('./features/library/recents-page.tsx')).RecentsPage);
const SettingsPage = lazyWithRetry(async () => (await import('./features/settings/settings-page.tsx')).SettingsPage);
const SharingPage = lazyWithRetry(async () => (await import('./features/sharing/sharing-page.tsx')).SharingPage);
const TrashPage = lazyWithRetry(async () => (await import('./features/trash/trash-page.tsx')).TrashPage);
const WelcomePage = lazyWithRetry(async () => (await import('./features/welcome/welcome-page.tsx')).WelcomePage);

type PageEntry = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly draw: (route: Route) => ReactNode;
  /** Navigation group, in the order of `pages`; `apart`: placed elsewhere in the frame. */
  readonly group: 'main' | 'library' | 'administration' | 'apart';
  /** Fills the window: a guided step, not a navigation target. */
  readonly isAlone?: true;
};

/** Every page of the window. A new feature adds its line here and its name in `state/hooks/route.ts`. */
export const pageEntries: Readonly<Record<Page, PageEntry>> = {
  home: {
    label: texts.navigation.home,
    group: 'main',
    icon: House,
    draw: () => (
      <HomePage
        problems={(items, total) => <HomeProblems items={items} total={total} />}
        invitations={(invitations) => <InvitationList invitations={invitations} />}
      />
    ),
  },
  activity: {
    label: texts.navigation.activity,
    group: 'main',
    icon: Activity,
    draw: ({ parameters }) => <ActivityPage parameters={parameters} />,
  },
  attention: {
    label: texts.navigation.attentionPage,
    group: 'main',
    icon: TriangleAlert,
    draw: ({ parameters }) => <AttentionPage parameters={parameters} />,
  },
  files: {
    label: texts.navigation.files,
    group: 'main',
    icon: Folder,
    draw: ({ parameters }) => <FilesPage parameters={parameters} />,
  },
  bookmarks: {
    label: texts.navigation.bookmarks,
    group: 'library',
    icon: Bookmark,
    draw: ({ parameters }) => <BookmarksPage parameters={parameters} />,
  },
  favourites: { label: texts.library.favourites, group: 'library', icon: Star, draw: () => <FavouritesPage /> },
  recents: { label: texts.library.recents, group: 'library', icon: Clock, draw: () => <RecentsPage /> },
  sharing: { label: texts.navigation.sharing, group: 'main', icon: Users, draw: () => <SharingPage /> },
  requests: {
    label: texts.requests.title,
    group: 'library',
    icon: FileInput,
    draw: ({ parameters }) => <RequestsPage parameters={parameters} />,
  },
  trash: {
    label: texts.navigation.trash,
    group: 'library',
    icon: Trash2,
    draw: ({ parameters }) => <TrashPage parameters={parameters} />,
  },
  hubs: { label: texts.hubs.title, group: 'library', icon: Waypoints, draw: () => <HubsPage /> },
  people: {
    label: texts.people.title,
    group: 'administration',
    icon: UsersRound,
    draw: ({ parameters }) => <PeoplePage parameters={parameters} />,
  },
  governance: {
    label: texts.navigation.governance,
    group: 'administration',
    icon: Scale,
    draw: () => <GovernancePage />,
  },
  connections: {
    label: texts.navigation.connections,
    group: 'administration',
    icon: Webhook,
    draw: () => <ConnectionsPage />,
  },
  settings: {
    label: texts.settings.title,
    group: 'apart',
    icon: Settings,
    draw: ({ parameters }) => <SettingsPage parameters={parameters} />,
  },
  welcome: {
    label: texts.welcome.title,
    group: 'apart',
    icon: Sparkles,
    draw: ({ parameters }) => <WelcomePage parameters={parameters} />,
    isAlone: true,
  },
};
