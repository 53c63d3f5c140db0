/**
 * What must be taken before a request may go, so that no other execution sends the same. It is held for
 * one try: taken right before, and told right after what came of it.
 */
export interface Claim {
	/**
	 * Takes it. `taken`: somebody else has it now; `sentBefore`: the message was sent.
	 *
	 * @throws NodeOperationError when the request may never go
	 */
	take(): Promise<'ours' | 'taken' | 'sentBefore'>;
	/** What came of the try that it was taken for; never throws. */
	note(outcome: 'sent' | 'notSent' | 'maybeSent'): Promise<void>;
	/** Waits until it may be worth taking again that somebody else had, or the run has ended. */
	released(): Promise<void>;
}
