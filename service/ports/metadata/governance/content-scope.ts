/** The file versions in scope of a policy at one moment, trash included. */
export type ContentScope =
  | { readonly kind: 'version'; readonly id: string }
  /** All versions of a file. */
  | { readonly kind: 'file'; readonly id: string }
  /** All versions of all files below a folder. */
  | { readonly kind: 'folder'; readonly id: string }
  /** All versions of all files that a user owns. */
  | { readonly kind: 'owner'; readonly id: string }
  /** All versions of the service. */
  | { readonly kind: 'everything' };

/** A page of a list ordered by id; `after` is the last id of the previous page, null for the first page. */
export interface IdPage {
  readonly after: string | null;
  readonly limit: number;
}

/** The number of a policy's assignments per target type. */
export interface AssignmentCount<TargetType> {
  readonly policyId: string;
  readonly targetType: TargetType;
  readonly count: number;
}
