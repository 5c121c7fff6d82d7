/** The limits of the interface (its part 8, and what the decisions add), each in one place. */
export const limits = {
  /** Characters (code points) in the name of an item. */
  itemNameLength: 255,
  /** Characters in the description of an item. */
  descriptionLength: 256,
  /** Characters in the address of a web link. */
  webAddressLength: 2048,
  tagsPerItem: 100,
  /** Entries in one page of a list. */
  pageLimit: 1000,
  defaultPageLimit: 100,
  /** The highest `offset`; beyond it, the marker form is the way. */
  pageOffset: 10_000,
  eventPageLimit: 500,
  defaultEventPageLimit: 100,
  userNameLength: 50,
  /** Bytes: the smallest file an upload session is made for, and from where our client uses one. */
  uploadSessionMinBytes: 20_000_000,
  /** Bytes: the usual part of an upload session; more when the file would need more than `uploadSessionMaxParts`. */
  uploadPartBytes: 8 * 1024 * 1024,
  uploadSessionMaxParts: 10_000,
  uploadSessionLifeMs: 7 * 24 * 3600 * 1000,
  /** Bytes: the largest file of a single upload request, unless configured otherwise. */
  singleUploadBytes: 50 * 1024 * 1024,
  /** Seconds that a long poll is held before it is answered with `reconnect`. */
  longPollSeconds: 610,
  /** Milliseconds that the address of a download stays good. */
  downloadUrlLifeMs: 15 * 60 * 1000,
  trashLifeMs: 30 * 24 * 3600 * 1000,
  /** Bytes of a JSON request body. */
  jsonBodyBytes: 4 * 1024 * 1024,
  /** Characters in the password of a shared link. */
  sharedLinkPasswordMin: 8,
  sharedLinkPasswordMax: 256,
  /** Characters in the name that a shared link can have instead of its token. */
  vanityNameMin: 12,
  vanityNameMax: 100,
  fileRequestTitleLength: 255,
  fileRequestDescriptionLength: 1000,
} as const;
