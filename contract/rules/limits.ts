/** The limits of the service, each in one place. */
export const limits = {
  /** Characters (code points) in the name of an item. */
  itemNameLength: 255,
  /** Characters in the description of an item. */
  descriptionLength: 256,
  /** Characters in the URL of a web link. */
  webAddressLength: 2048,
  /**
   * Items in one copy of a folder or one move of it to another owner, including the folder, and in one transfer of all that a person owns: it is
   * a single change, and others wait for it.
   */
  treeItems: 100_000,
  tagsPerItem: 100,
  /** Characters in a tag. */
  tagLength: 255,
  /** Distinct tags of all items together. */
  uniqueTags: 10_000,
  /** Entries in one page of a list. */
  pageLimit: 1000,
  defaultPageLimit: 100,
  /** Entries of one list that a client follows; it does not support services with more entries in one folder. */
  listedEntries: 400_000,
  /** The highest `offset`; beyond it, use the marker form. */
  pageOffset: 10_000,
  eventPageLimit: 500,
  defaultEventPageLimit: 100,
  userNameLength: 50,
  jobTitleLength: 100,
  phoneLength: 100,
  addressLength: 255,
  /** Characters in a login or an email alias. */
  loginLength: 254,
  trackingCodesPerUser: 10,
  /** Characters in the name and the value of a tracking code, and in a user's external id. */
  trackingCodeLength: 255,
  externalIdLength: 255,
  emailAliasesPerUser: 10,
  /** Bytes of an avatar. */
  avatarBytes: 1024 * 1024,
  /** Characters in the name and in the description of a group. */
  groupNameLength: 255,
  groupDescriptionLength: 255,
  /** Permission flags of a group administrator, and characters in the name of one. */
  configurablePermissions: 50,
  /** Characters of a person's password. */
  passwordMinLength: 10,
  passwordMaxLength: 256,
  /** Milliseconds that a browser stays signed in. */
  browserSessionLifeMs: 12 * 3600 * 1000,
  /** Lifetimes of an authorization code, an access token and a refresh token in milliseconds. */
  authorizationCodeLifeMs: 30_000,
  accessTokenLifeMs: 3600 * 1000,
  refreshTokenLifeMs: 60 * 24 * 3600 * 1000,
  /** Characters of the name that a client gives a device. */
  deviceProductNameLength: 100,
  /** Bytes: the minimum file size for an upload session, and the size from which our client uses one. */
  uploadSessionMinBytes: 20_000_000,
  /** Bytes: the default part size of an upload session; larger if the file would need more than `uploadSessionMaxParts`. */
  uploadPartBytes: 8 * 1024 * 1024,
  uploadSessionMaxParts: 10_000,
  uploadSessionLifeMs: 7 * 24 * 3600 * 1000,
  /** Bytes: the maximum size of a single upload request, unless configured otherwise. */
  singleUploadBytes: 50 * 1024 * 1024,
  /** Files, and their total bytes, in one `uploadFiles` request. */
  uploadBatchFiles: 200,
  uploadBatchBytes: 4 * 1024 * 1024,
  /** Files, and their total bytes, in one `downloadFiles` response. */
  downloadBatchFiles: 100,
  downloadBatchBytes: 4 * 1024 * 1024,
  /** Files in one ZIP download; and files, folders and web links together, since all of them are read first. */
  zipDownloadFiles: 10_000,
  zipDownloadItems: 30_000,
  /** Bytes of a path in the archive: what Linux can open. Files with a longer one are left out. */
  zipDownloadPathBytes: 4096,
  /** ZIP downloads that run at the same time: of one person; of visitors without an account, from one network and together; of all together. */
  zipDownloadsOfUser: 5,
  zipDownloadsOfNetwork: 2,
  zipDownloadsOfVisitors: 5,
  zipDownloadsOfEnterprise: 10,
  /**
   * Milliseconds, and bytes: a ZIP download has failed when its receiver takes fewer bytes within this time, a kilobyte per second; its status
   * is kept from its start.
   */
  zipDownloadStallMs: 5 * 60 * 1000,
  zipDownloadStallBytes: 300_000,
  zipDownloadStatusLifeMs: 12 * 3600 * 1000,
  /** Characters of an idempotency key; milliseconds that its answer is stored. */
  idempotencyKeyMinLength: 8,
  idempotencyKeyMaxLength: 255,
  idempotencyKeyLifeMs: 7 * 24 * 3600 * 1000,
  /** Seconds that a long poll is held before it is answered with `reconnect`. */
  longPollSeconds: 610,
  /** Lifetime of a download URL in milliseconds. */
  downloadUrlLifeMs: 15 * 60 * 1000,
  /** Lifetime of an embed URL in seconds. */
  embedLinkSeconds: 60,
  trashLifeMs: 30 * 24 * 3600 * 1000,
  /** Days that the administrators' log keeps events: unless the operator chooses otherwise, and at least. */
  adminLogDays: 365,
  adminLogMinDays: 31,
  /** Bytes of a JSON request body. */
  jsonBodyBytes: 4 * 1024 * 1024,
  /** Characters in the password of a shared link. */
  sharedLinkPasswordMin: 8,
  sharedLinkPasswordMax: 256,
  /** Characters in the custom name of a shared link. */
  vanityNameMin: 12,
  vanityNameMax: 100,
  /** Files and bytes that a file request accepts before someone has to activate it again. */
  fileRequestFiles: 10_000,
  fileRequestBytes: 100_000_000_000,
  /** Files that one submission of a file request stores. */
  fileRequestFilesAtOnce: 100,
  fileRequestTitleLength: 255,
  fileRequestDescriptionLength: 1000,
  /** Characters in the key of a metadata template, and of one of its fields. */
  metadataTemplateKeyLength: 64,
  metadataFieldKeyLength: 256,
  /** Characters in a display name of a template, and in an option of a field. */
  metadataTextLength: 4096,
  metadataFieldsPerTemplate: 150,
  metadataOptionsPerField: 500,
  /** Characters in a metadata text value. */
  metadataValueLength: 10_000,
  /** Keys in one instance of the template of free keys. */
  metadataPropertiesPerInstance: 500,
  metadataInstancesPerItem: 100,
  /** Steps in one update of a template or of metadata. */
  metadataPatchSteps: 500,
  /** Characters in a comment. */
  commentLength: 10_000,
  /** The same comment by the same user on the same item within this time, in milliseconds, counts as a repeated request. */
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
  /** Results that a search orders and counts, the newest ones, and the matches that it looks at for them. */
  searchResults: 10_000,
  searchCandidates: 250_000,
  /** How long, and how many, items count as recent. */
  recentItemLifeMs: 90 * 24 * 3600 * 1000,
  recentItems: 1000,
  /** Sides of thumbnails, in pixels. */
  thumbnailMinPixels: 32,
  thumbnailMaxPixels: 320,
  /**
   * Maximum bytes that the search reads of a content, and of its words. A larger PDF, Office or OpenDocument file is not read, since its tables are
   * at the end; of a larger text the start is.
   */
  searchedDocumentBytes: 32 * 1024 * 1024,
  searchedTextBytes: 2 * 1024 * 1024,
  searchedWordBytes: 256 * 1024,
  /** Items recently reached through shared links that a search considers. */
  recentlyLinked: 100,
  legalHoldNameLength: 254,
  legalHoldDescriptionLength: 500,
  retentionNameLength: 255,
  retentionDescriptionLength: 500,
  /** Days: a retention, or its extension, lasts at most about a thousand years. */
  retentionDays: 365_000,
  hubTitleLength: 50,
  /** Characters of a hub's description in responses; more may be stored. */
  hubDescriptionShown: 200,
  hubDescriptionLength: 10_000,
  /** Items that one request adds to a hub or removes from it. */
  hubItemOperations: 100,
  /** Webhooks per application and user. */
  webhooksPerCreator: 1000,
  /** Bytes that wait to be sent for the webhooks of one person. */
  webhookBytesWaiting: 64_000_000,
  /** Messages that may wait beyond these bytes, shared equally by the webhooks of an application and user. */
  webhookMessagesReserved: 10_000,
  /** Characters in the URL of a webhook. */
  webhookAddressLength: 2000,
} as const;
