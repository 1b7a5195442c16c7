/**
 * Why the server cannot start, as one sentence for the operator. It is printed as it stands, without a stack, and the
 * process ends with a status other than zero.
 */
export class BootError extends Error {
  override readonly name = 'BootError';
}
