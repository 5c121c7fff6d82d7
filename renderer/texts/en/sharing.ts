/** Shared with me. */
export const sharingTexts = {
  sharing: {
    title: 'Shared with me',
    shared: 'What others share with you',
    nothing: 'Nothing is shared with you',
    nothingDetail: 'When somebody invites you to a file or a folder, the invitation shows up here and in the tray.',
    by: (name: string): string => (name === '' ? 'Shared with you' : `Belongs to ${name}`),
    leave: 'Leave',
    leaveOf: (name: string): string => `Leave ${name}`,
    leaveTitle: (name: string): string => `Leave “${name}”?`,
    leaveDetail: (owner: string): string =>
      `It disappears from your files and stays with ${owner === '' ? 'its owner' : owner}. Only an invitation brings it back.`,
    throughGroup:
      'You have it through a group, or through a folder above. Ask whoever administrates the group to take you out.',
  },
} as const;
