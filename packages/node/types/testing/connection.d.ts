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
/** The admin API of one world. */
export declare class AdminConnection {
    #private;
    readonly url: string;
    constructor(url: string);
    get<T>(path: string): Promise<T>;
    put<T>(path: string, body?: unknown): Promise<T>;
    post<T>(path: string, body?: unknown): Promise<T>;
    patch<T>(path: string, body: unknown): Promise<T>;
    delete<T>(path: string): Promise<T>;
}
