/** Which versions of which files something is placed on, as they are at one moment; what is in the trash is among them. */
export type ContentScope =
  | { readonly kind: 'version'; readonly id: string }
  /** All versions of a file. */
  | { readonly kind: 'file'; readonly id: string }
  /** All versions of all files below a folder. */
  | { readonly kind: 'folder'; readonly id: string }
  /** All versions of all files that belong to a person. */
  | { readonly kind: 'owner'; readonly id: string }
  /** All versions of the service. */
  | { readonly kind: 'everything' };

/** A page of a list that is in the order of its ids; `after` is the last id of the page before, null for the first page. */
export interface IdPage {
  readonly after: string | null;
  readonly limit: number;
}

/** How many assignments a policy has on things of one type. */
export interface AssignmentCount<TargetType> {
  readonly policyId: string;
  readonly targetType: TargetType;
  readonly count: number;
}
