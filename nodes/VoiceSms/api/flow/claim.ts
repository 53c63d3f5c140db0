/**
 * The right to send one message, so that no other execution sends the same. Held for one try: taken
 * before it, and noted with its outcome after it.
 */
export interface Claim {
	/**
	 * Takes the claim. `taken`: another execution has it; `sentBefore`: the message was sent.
	 *
	 * @throws NodeOperationError when the message must not be sent
	 */
	take(): Promise<'ours' | 'taken' | 'sentBefore'>;
	/** Notes the outcome of the try; never throws. */
	note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void>;
	/**
	 * Waits until another execution may have released the claim, or the run has ended.
	 *
	 * @param leftMs milliseconds that are left to wait
	 * @throws NodeOperationError when no time is left
	 */
	released(leftMs: () => number): Promise<void>;
}
