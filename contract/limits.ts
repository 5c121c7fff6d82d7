/** The limits of the interface (its part 8, and what the decisions add), each in one place. */
export const limits = {
  /** Characters (code points) in the name of an item. */
  itemNameLength: 255,
  /** Characters in the description of an item. */
  descriptionLength: 256,
  /** Characters in the address of a web link. */
  webAddressLength: 2048,
  /** Items that one copy of a folder may make, the folder included: it is one change, and others wait for it. */
  folderCopyItems: 100_000,
  tagsPerItem: 100,
  /** Characters in a tag. */
  tagLength: 255,
  /** Different tags of all items together. */
  uniqueTags: 10_000,
  /** Entries in one page of a list. */
  pageLimit: 1000,
  defaultPageLimit: 100,
  /** Entries of one list that a client follows; a service with more of them in one folder is not one that it can work with. */
  listedEntries: 400_000,
  /** The highest `offset`; beyond it, the marker form is the way. */
  pageOffset: 10_000,
  eventPageLimit: 500,
  defaultEventPageLimit: 100,
  userNameLength: 50,
  jobTitleLength: 100,
  phoneLength: 100,
  addressLength: 255,
  /** Characters in a login or in a further address of a person. */
  loginLength: 254,
  trackingCodesPerUser: 10,
  /** Characters in the name and in the value of a tracking code, and in what another system calls a person. */
  trackingCodeLength: 255,
  externalIdLength: 255,
  emailAliasesPerUser: 10,
  /** Bytes of a picture of a person. */
  avatarBytes: 1024 * 1024,
  /** Characters in the name and in the description of a group. */
  groupNameLength: 255,
  groupDescriptionLength: 255,
  /** Flags of an administrator of a group, and characters in the name of one. */
  configurablePermissions: 50,
  /** Characters of a person's password. */
  passwordMinLength: 10,
  passwordMaxLength: 256,
  /** Milliseconds that a browser stays signed in. */
  browserSessionLifeMs: 12 * 3600 * 1000,
  /** Milliseconds that an authorization code, an access token and a refresh token are good (service-decisions B 2). */
  authorizationCodeLifeMs: 30_000,
  accessTokenLifeMs: 3600 * 1000,
  refreshTokenLifeMs: 60 * 24 * 3600 * 1000,
  /** Characters of the name that a client gives a device. */
  deviceProductNameLength: 100,
  /** Bytes: the smallest file an upload session is made for, and from where our client uses one. */
  uploadSessionMinBytes: 20_000_000,
  /** Bytes: the usual part of an upload session; more when the file would need more than `uploadSessionMaxParts`. */
  uploadPartBytes: 8 * 1024 * 1024,
  uploadSessionMaxParts: 10_000,
  uploadSessionLifeMs: 7 * 24 * 3600 * 1000,
  /** Bytes: the largest file of a single upload request, unless configured otherwise. */
  singleUploadBytes: 50 * 1024 * 1024,
  /** Files, and bytes of all of them together, that one request brings at most (`uploadFiles`). */
  uploadBatchFiles: 200,
  uploadBatchBytes: 4 * 1024 * 1024,
  /** Characters of an idempotency key; milliseconds that its answer is stored, and bytes of the largest one that is. */
  idempotencyKeyMinLength: 8,
  idempotencyKeyMaxLength: 255,
  idempotencyKeyLifeMs: 7 * 24 * 3600 * 1000,
  idempotencyAnswerBytes: 1024 * 1024,
  /** Seconds that a long poll is held before it is answered with `reconnect`. */
  longPollSeconds: 610,
  /** Milliseconds that the address of a download stays good. */
  downloadUrlLifeMs: 15 * 60 * 1000,
  /** Seconds that the address of an embedded file stays good. */
  embedLinkSeconds: 60,
  trashLifeMs: 30 * 24 * 3600 * 1000,
  /** Bytes of a JSON request body. */
  jsonBodyBytes: 4 * 1024 * 1024,
  /** Characters in the password of a shared link. */
  sharedLinkPasswordMin: 8,
  sharedLinkPasswordMax: 256,
  /** Characters in the name that a shared link can have instead of its token. */
  vanityNameMin: 12,
  vanityNameMax: 100,
  /** Files and bytes that one file request takes until somebody makes it active again. */
  fileRequestFiles: 10_000,
  fileRequestBytes: 100_000_000_000,
  fileRequestTitleLength: 255,
  fileRequestDescriptionLength: 1000,
  /** Characters in the key of a metadata template, and of one of its fields. */
  metadataTemplateKeyLength: 64,
  metadataFieldKeyLength: 256,
  /** Characters in a name that a template shows, and in an option of a field. */
  metadataTextLength: 4096,
  metadataFieldsPerTemplate: 150,
  metadataOptionsPerField: 500,
  /** Characters in a text that metadata holds. */
  metadataValueLength: 10_000,
  /** Keys in one instance of the template of free keys. */
  metadataPropertiesPerInstance: 500,
  metadataInstancesPerItem: 100,
  /** Steps in one change of a template or of metadata. */
  metadataPatchSteps: 500,
  /** Characters in a comment. */
  commentLength: 10_000,
  /** The same words by the same person on the same item within this time, in milliseconds, are taken for a repeated request. */
  similarCommentMs: 10_000,
  taskMessageLength: 10_000,
  tasksPerItem: 200,
  assignmentsPerTask: 100,
  /** Characters in a search, and entries in one of its lists. */
  searchQueryLength: 1000,
  searchListLength: 100,
  /** Words in one search. */
  searchWords: 50,
  searchLimit: 200,
  defaultSearchLimit: 30,
  /** Items that one search looks at for one alternative of its query and one owner. */
  searchCandidates: 10_000,
  /** How long, and how many, items count as recent. */
  recentItemLifeMs: 90 * 24 * 3600 * 1000,
  recentItems: 1000,
  /** Sides of thumbnails, in pixels. */
  thumbnailMinPixels: 32,
  thumbnailMaxPixels: 320,
  /** Items reached by shared links lately that a search looks at. */
  recentlyLinked: 100,
  legalHoldNameLength: 254,
  legalHoldDescriptionLength: 500,
  retentionNameLength: 255,
  retentionDescriptionLength: 500,
  /** Days: a retention, or the extension of one, lasts at most about a thousand years. */
  retentionDays: 365_000,
  hubTitleLength: 50,
  /** Characters of the description of a hub that answers show; more may be stored. */
  hubDescriptionShown: 200,
  hubDescriptionLength: 10_000,
  /** Items that one request puts into a hub or takes out of it. */
  hubItemOperations: 100,
  /** Webhooks that one application and person may have. */
  webhooksPerCreator: 1000,
  /** Characters in the address of a webhook. */
  webhookAddressLength: 2000,
} as const;
