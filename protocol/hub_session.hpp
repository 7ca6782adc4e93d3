// HubSession: the engine's side of one Hub conversation, from line to line.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/game.hpp"
#include "engine/engine.hpp"
#include "engine/whole_file.hpp"
#include "protocol/hub1_message.hpp"
#include "protocol/hub_message.hpp"
#include "protocol/options.hpp"

namespace meerslag {

/// Owns an engine and answers a client's lines. The search runs on a thread of the session's own,
/// so that the lines that may come meanwhile are answered at once; any other line ends it first.
/// Every `go` is answered by exactly one `done`, and no line in whatever state ends the session but
/// `quit`.
///
/// It speaks version 2, and changes to version 1 and back when a line comes that only the other
/// version has.
///
/// Thread: one thread calls the functions; the output is called from that one and from the search.
class HubSession {
public:
    /// Takes a line without its end. Must be safe from two threads.
    using Output = std::function<void(std::string_view line)>;

    /// When the memory of the table is taken from the system: as searches need it, on their time,
    /// or before `ready`, which takes some hundredths of a second.
    enum class TableMemory : bool { AsSearched, AtOnce };

    explicit HubSession(Output output, HubVersion version = HubVersion::Two,
                        TableMemory table_memory = TableMemory::AsSearched);
    /// Ends a running search without an answer.
    ~HubSession();
    HubSession(const HubSession&) = delete;
    HubSession& operator=(const HubSession&) = delete;

    enum class State : std::uint8_t { Open, Closed };

    /// Deals with one line. Returns: Closed after `quit`.
    State receive(std::string_view line);

    /// Ends a running search as `stop` does, for the output that finds nobody reading. Thread: any.
    void stop_thinking();

    /// The client is gone: ends a running search and writes nothing more.
    void disconnect();

private:
    /// A value of the option that names weights, and how its file was; files alone have a stamp.
    struct WeightsSource {
        std::string name;
        std::optional<FileStamp> stamp;
        friend bool operator==(const WeightsSource&, const WeightsSource&) = default;
    };

    State on(const HubNothing&) { return State::Open; }
    State on(const HubDeclare&);
    State on(const HubSetParam& param);
    State on(const HubInit&);
    State on(const HubNewGame&);
    State on(const HubPos& pos);
    State on(const HubMove& move);
    State on(const HubLevel& level);
    State on(const HubGo& go);
    State on(const HubPonderHit&);
    State on(const HubStop&);
    State on(const HubPing&);
    State on(const HubQuit&) { return State::Closed; }

    [[nodiscard]] Expected<HubCommand, HubError> read(std::string_view line);
    void write(const HubReply& reply);
    /// Answers by an error, if there is one.
    void tell(std::string problem);
    /// Plays a move on the present position, or answers why not. Returns: whether it was played.
    bool play(const std::string& move);
    /// A file of weights that could not be read is tried again whenever it is named, and before a
    /// search if it has changed since.
    enum class WeightsWanted : std::uint8_t { Named, ForSearch };
    /// Reads the weights that the options name, if they are others than those in use; these stay if
    /// that fails. Returns: what is wrong with the file, in words.
    std::string load_weights(WeightsWanted wanted);
    /// Opens the bitbases that the options name. Returns: what cannot be used of them, in words.
    std::string load_bitbases();
    /// Makes the engine what the options say.
    void apply_options();
    /// Returns: false when the table has its smallest size already.
    [[nodiscard]] bool halve_table();
    [[nodiscard]] bool is_searching() const { return search_.joinable(); }
    /// Stops a running search and waits for its answer.
    void finish_search();
    /// The search thread's work.
    void search(const SearchLimits& limits);

    Output output_;
    HubVersion version_;
    const TableMemory table_memory_;
    Options options_;
    /// Of the choices below full strength: people are not to meet the same game every day.
    std::uint64_t seed_;
    std::shared_ptr<const EvalWeights> weights_;
    std::optional<WeightsSource> weights_source_;   // of weights_; none at first
    std::optional<WeightsSource> refused_weights_;  // what the options name, if it was no use
    std::shared_ptr<const Bitbases> bitbases_;
    std::optional<std::string> bitbase_path_;  // the option's value that bitbases_ are of
    std::unique_ptr<Engine> engine_;           // none before `init` or the first `go`
    Game game_;
    HubLevel level_;                       // since the last `pos` or `go`
    SearchMode mode_ = SearchMode::Think;  // of the search on search_
    std::thread search_;  // joinable from `go` until the next line that may not come meanwhile
    std::atomic<bool> is_muted_{false};  // written by the session's thread, read by the search
};

}  // namespace meerslag
