/** Failures in a row, and how close together, that open a circuit. */
const FAILURES = 20;
const WITHIN_MS = 10_000;
const OPEN_MS = 15_000;

/**
 * Stops calling what keeps failing (`docs/reference/deciding.md#external-calls`): 20 failures in a row within 10
 * seconds open the circuit for 15 seconds; then one call tries, and its outcome closes the circuit or opens it again.
 */
export class CircuitBreaker {
  #failedAtMs: number[] = [];
  #openUntilMs = 0;
  #isProbing = false;

  /** Whether a call may be made now; who is let in must tell what came of it. */
  admits(nowMs: number): boolean {
    if (this.#openUntilMs === 0) return true;
    if (nowMs < this.#openUntilMs || this.#isProbing) return false;
    this.#isProbing = true;
    return true;
  }

  isOpen(): boolean {
    return this.#openUntilMs !== 0;
  }

  succeeded(): void {
    this.#failedAtMs = [];
    this.#openUntilMs = 0;
    this.#isProbing = false;
  }

  /** Whether this failure opened the circuit; one that a probe keeps open was open before. */
  failed(nowMs: number): boolean {
    if (this.#isProbing) {
      this.#isProbing = false;
      this.#openUntilMs = nowMs + OPEN_MS;
      return false;
    }
    this.#failedAtMs.push(nowMs);
    if (this.#failedAtMs.length > FAILURES) this.#failedAtMs.shift();
    const [oldest = nowMs] = this.#failedAtMs;
    if (this.#failedAtMs.length === FAILURES && nowMs - oldest <= WITHIN_MS) {
      this.#openUntilMs = nowMs + OPEN_MS;
      this.#failedAtMs = [];
      return true;
    }
    return false;
  }
}
