/** The sandbox did not start, or refused a request. */
export declare class SandboxError extends Error {
    /** HTTP status of the refusal, if the sandbox refused a request. */
    readonly status?: number | undefined;
    /** Path of the wrong member, if known. */
    readonly field?: string | undefined;
    readonly name = "SandboxError";
    constructor(message: string, 
    /** HTTP status of the refusal, if the sandbox refused a request. */
    status?: number | undefined, 
    /** Path of the wrong member, if known. */
    field?: string | undefined);
}
