import {
  Activity,
  Bookmark,
  FileInput,
  Folder,
  House,
  type LucideIcon,
  Scale,
  Settings,
  Sparkles,
  Trash2,
  TriangleAlert,
  Users,
  UsersRound,
  Waypoints,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { late } from './components/late.ts';
import { ProblemList } from './features/attention/problem-list.tsx';
import { HomePage } from './features/home/home-page.tsx';
import { InvitationList } from './features/sharing/invitation-list.tsx';
import type { Page, Route } from './state/route.ts';
import { texts } from './style/texts.ts';

/** Pages beyond the first come in files of their own, so that the window opens as soon as Home can be drawn. */
const ActivityPage = late(async () => (await import('./features/activity/activity-page.tsx')).ActivityPage);
const AttentionPage = late(async () => (await import('./features/attention/attention-page.tsx')).AttentionPage);
const ConnectionsPage = late(async () => (await import('./features/connections/connections-page.tsx')).ConnectionsPage);
const GovernancePage = late(async () => (await import('./features/governance/governance-page.tsx')).GovernancePage);
const HubsPage = late(async () => (await import('./features/hubs/hubs-page.tsx')).HubsPage);
const PeoplePage = late(async () => (await import('./features/people/people-page.tsx')).PeoplePage);
const RequestsPage = late(async () => (await import('./features/requests/requests-page.tsx')).RequestsPage);
const FilesPage = late(async () => (await import('./features/files/files-page.tsx')).FilesPage);
const BookmarksPage = late(async () => (await import('./features/bookmarks/bookmarks-page.tsx')).BookmarksPage);
const SettingsPage = late(async () => (await import('./features/settings/settings-page.tsx')).SettingsPage);
const SharingPage = late(async () => (await import('./features/sharing/sharing-page.tsx')).SharingPage);
const TrashPage = late(async () => (await import('./features/trash/trash-page.tsx')).TrashPage);
const WelcomePage = late(async () => (await import('./features/welcome/welcome-page.tsx')).WelcomePage);

type PageEntry = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly draw: (route: Route) => ReactNode;
  /** Shown to administrators only, under a heading of its own. */
  readonly isForAdmins?: true;
  /** Fills the window: it is a way to somewhere, and not one of the places to go to. */
  readonly isAlone?: true;
};

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
  bookmarks: {
    label: texts.navigation.bookmarks,
    icon: Bookmark,
    draw: ({ parameters }) => <BookmarksPage parameters={parameters} />,
  },
  sharing: { label: texts.navigation.sharing, icon: Users, draw: () => <SharingPage /> },
  requests: {
    label: texts.requests.title,
    icon: FileInput,
    draw: ({ parameters }) => <RequestsPage parameters={parameters} />,
  },
  trash: {
    label: texts.navigation.trash,
    icon: Trash2,
    draw: ({ parameters }) => <TrashPage parameters={parameters} />,
  },
  hubs: { label: texts.hubs.title, icon: Waypoints, draw: () => <HubsPage /> },
  people: { label: texts.people.title, icon: UsersRound, draw: () => <PeoplePage />, isForAdmins: true },
  governance: { label: texts.governance.title, icon: Scale, draw: () => <GovernancePage />, isForAdmins: true },
  connections: { label: texts.connections.title, icon: Webhook, draw: () => <ConnectionsPage />, isForAdmins: true },
  settings: { label: texts.settings.title, icon: Settings, draw: () => <SettingsPage /> },
  welcome: {
    label: texts.welcome.title,
    icon: Sparkles,
    draw: ({ parameters }) => <WelcomePage parameters={parameters} />,
    isAlone: true,
  },
};
