/** Downloads and previews that are read in several ranges, shared by all processes. Times are in milliseconds since the epoch. */
export interface UseSeriesWrites {
  /**
   * Notes a reader's read. Returns true if it begins a series, and false if it continues one that began at `since` or later. With
   * `since` null it always begins one. Of concurrent reads only one begins the series.
   */
  begin(reader: string, read: { readonly now: number; readonly since: number | null }): Promise<boolean>;
  /** Removes up to `limit` series that began before this time. Returns how many. */
  deleteBegunBefore(time: number, limit: number): Promise<number>;
}
