import API
import Family
import HTTP
import Hub
import PhoneProtocols

extension PhoneEndpoints {
    /// Takes a position that a Traccar server forwards, for the device that its tracker is bound to.
    ///
    /// Of a tracker that is bound to none, nothing is kept but that it was heard: it is offered to the member.
    func ingestForwarded(
        _ request: Request,
        from bridge: DeviceCredential,
        receivedAt: Timestamp,
        _ responder: Responder
    ) {
        request.rememberSender()
        let (report, tracker) = TraccarForward.read(request.body.span)
        Task {
            do {
                var sender: DeviceCredential?
                if let tracker {
                    sender = try await hub.sender(
                        ofTracker: tracker.uniqueID,
                        name: tracker.name,
                        by: bridge,
                        receivedAt: receivedAt
                    )
                }
                guard let sender else {
                    return responder.send(
                        answers.answer(.success(DeviceReportOutcome()), app: .traccarServer, path: request.path)
                    )
                }
                var deviceReport = DeviceReport(fixes: report.fixes)
                deviceReport.isSignOfLife = report.isUsable
                hub.ingest(deviceReport, from: sender, receivedAt: receivedAt) { result in
                    responder.send(answers.answer(result, app: .traccarServer, path: request.path))
                }
            } catch let refusal as DeviceReportRefusal {
                responder.send(answers.answer(.failure(refusal), app: .traccarServer, path: request.path))
            } catch {
                hub.outside.log(LogEntry(.error, "a tracker could not be looked up", [("reason", safeWords(error))]))
                responder.send(answers.notStored)
            }
        }
    }
}
