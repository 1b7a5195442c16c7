/** A data file that cannot be used, in one sentence for the operator. */
export class DataError extends Error {
  override readonly name = 'DataError';
}
